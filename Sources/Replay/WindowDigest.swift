import CanonicalJSON
import RecordFormat

/// The first 16 bytes of a SHA-256: enough to tell keys and contents apart, also against a crafted pair.
package struct WindowDigest: Hashable, Sendable {
  /// The digest's bytes in memory order.
  package let words: (UInt64, UInt64)

  /// From its 16 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
    self.words = words
  }

  private init(_ hash: RecordHash) {
    words = hash.withUnsafeBytes { bytes in
      (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }

  /// The digest of an idempotency key as a user's own: (uid, id); a dispatch from within has no uid.
  package init(uid: UInt32?, id: String) {
    var hasher = SHA256.Hasher()
    // A mark and the uid in five bytes, so that no id can look like another user's.
    let number = uid ?? 0
    let head: (UInt8, UInt8, UInt8, UInt8, UInt8) = (
      uid == nil ? 0 : 1, UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 24)
    )
    withUnsafeBytes(of: head) { hasher.update($0) }
    var id = id
    id.withUTF8 { hasher.update(UnsafeRawBufferPointer($0)) }
    self.init(hasher.finish())
  }

  /// The digest of what was dispatched: (type, v, canonical action).
  ///
  /// - Parameter action: one JSON value that a reader has passed.
  /// - Throws: `JSONError` when the action nests deeper than anything that is admitted.
  package init(type: String, v: Int, action: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var hasher = SHA256.Hasher()
    var type = type
    type.withUTF8 { hasher.update(UnsafeRawBufferPointer($0)) }
    // No name holds a NUL, so name and version cannot run into each other.
    withUnsafeBytes(of: UInt8(0)) { hasher.update($0) }
    withUnsafeBytes(of: Int64(v).littleEndian) { hasher.update($0) }
    if CanonicalForm.isCanonical(checked: action) {
      hasher.update(UnsafeRawBufferPointer(action))
    } else {
      hasher.update(try CanonicalForm.canonicalize(action, numbers: .asSpelled, limits: .unlimited))
    }
    self.init(hasher.finish())
  }

  package static func == (left: WindowDigest, right: WindowDigest) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) {
    // Any eight bytes of a digest are as good as all.
    hasher.combine(words.0)
  }

  /// The 16 bytes.
  package var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }
}
