/// A pattern over action types: `*` stands for any run of bytes, `?` for any one byte, the rest for itself.
package struct Glob: Equatable, Sendable {
  /// The pattern as it was given.
  package let pattern: String
  private let bytes: [UInt8]

  package init(_ pattern: String) {
    self.pattern = pattern
    bytes = Array(pattern.utf8)
  }

  /// Whether the whole of `text` matches.
  ///
  /// - Complexity: O(*n*·*m*) at worst, no allocation; a crafted pattern cannot make it exponential.
  package func matches(_ text: some Sequence<UInt8>) -> Bool {
    text.withContiguousStorageIfAvailable { matches($0) } ?? Array(text).withUnsafeBufferPointer { matches($0) }
  }

  /// Whether the whole of `text` matches.
  package func matches(_ text: String) -> Bool { matches(text.utf8) }

  private func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    var patternAt = 0
    var star: (pattern: Int, text: Int)?
    while at < text.count {
      if patternAt < bytes.count, bytes[patternAt] == UInt8(ascii: "*") {
        star = (patternAt, at)
        patternAt += 1
      } else if patternAt < bytes.count, bytes[patternAt] == UInt8(ascii: "?") || bytes[patternAt] == text[at] {
        patternAt += 1
        at += 1
      } else if let last = star {
        // Only the last star need be tried again: whatever an earlier one could take, this one can.
        star = (last.pattern, last.text + 1)
        patternAt = last.pattern + 1
        at = last.text + 1
      } else {
        return false
      }
    }
    return bytes[patternAt...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
