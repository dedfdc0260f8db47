import CanonicalJSON

/// A string of a line as it stands there; comparing it allocates nothing. Valid as long as the line's memory.
package struct RecordText {
  /// The string with its quotes.
  private let quoted: UnsafeBufferPointer<UInt8>

  init(quoted: UnsafeBufferPointer<UInt8>) {
    self.quoted = quoted
  }

  /// What stands between the quotes, escapes as they were spelled.
  package var spelled: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: quoted[1..<quoted.count - 1]) }

  /// Whether the spelling has escapes.
  package var isEscaped: Bool { spelled.contains(UInt8(ascii: "\\")) }

  /// The content.
  package var string: String {
    guard isEscaped else { return String(decoding: spelled, as: UTF8.self) }
    var reader = JSONReader(quoted, limits: .unlimited)
    do throws(JSONError) {
      return try reader.readString()
    } catch {
      // The line was checked in full when it was taken apart; this is unreachable, and harmless.
      return String(decoding: spelled, as: UTF8.self)
    }
  }

  /// Whether the content is `other`, byte for byte.
  package static func == (text: RecordText, other: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount)
    if text.spelled.elementsEqual(wanted) { return !text.isEscaped }
    return text.isEscaped && text.string.utf8.elementsEqual(wanted)
  }

  /// Whether the content begins with `beginning`, byte for byte.
  package func hasPrefix(_ beginning: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: beginning.utf8Start, count: beginning.utf8CodeUnitCount)
    return isEscaped ? string.utf8.starts(with: wanted) : spelled.starts(with: wanted)
  }

  /// Lends the content as UTF-8.
  package func withBytes<Answer, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard isEscaped else { return try body(spelled) }
    return try Array(string.utf8).withUnsafeBufferPointer(body)
  }
}
