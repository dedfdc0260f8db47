import CanonicalJSON

/// A SHA-256 digest, 32 bytes held in place.
package struct RecordHash: Hashable, Sendable {
  // The digest's bytes in memory order.
  var words: (UInt64, UInt64, UInt64, UInt64)

  /// All bytes 0.
  package init() {
    words = (0, 0, 0, 0)
  }

  /// The bytes of `bytes`, which must be 32.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    self.init()
    withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
  }

  /// From 64 lowercase hex digits; nil for anything else.
  package init?(hex: String) {
    var text = hex
    let parsed = text.withUTF8 { RecordHash(hexDigits: $0) }
    guard let parsed else { return nil }
    self = parsed
  }

  /// From 64 lowercase hex digits in memory; nil for anything else.
  package init?(hexDigits: UnsafeBufferPointer<UInt8>) {
    guard hexDigits.count == 64, let base = UnsafeRawPointer(hexDigits.baseAddress) else { return nil }
    self.init()
    var valid = true
    withUnsafeMutableBytes(of: &words) { bytes in
      for index in 0..<8 {
        let digits = base.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
        guard let four = HexDigits.decode(UInt64(littleEndian: digits)) else {
          valid = false
          return
        }
        bytes.storeBytes(of: four.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
      }
    }
    if !valid { return nil }
  }

  package static func == (one: RecordHash, other: RecordHash) -> Bool {
    one.words == other.words
  }

  package func hash(into hasher: inout Hasher) {
    // Any eight bytes of a digest are as good as all.
    hasher.combine(words.0)
  }
}

extension RecordHash {
  /// 64 lowercase hex digits.
  package var hex: String {
    String(unsafeUninitializedCapacity: 64) { buffer in
      writeHexDigits(to: UnsafeMutableRawBufferPointer(buffer))
      return 64
    }
  }

  /// Calls `body` with the 32 bytes, valid during the call.
  package func withUnsafeBytes<Answer>(_ body: (UnsafeRawBufferPointer) -> Answer) -> Answer {
    Swift.withUnsafeBytes(of: words, body)
  }

  /// The 32 bytes, in an array of their own.
  package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Appends 64 lowercase hex digits.
  package func appendHex(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: repeatElement(0, count: 64))
    bytes.withUnsafeMutableBytes { writeHexDigits(to: UnsafeMutableRawBufferPointer(rebasing: $0.suffix(64))) }
  }

  /// Writes 64 lowercase hex digits to the start of `target`.
  func writeHexDigits(to target: UnsafeMutableRawBufferPointer) {
    withUnsafeBytes { bytes in
      for index in 0..<8 {
        let four = UInt32(littleEndian: bytes.load(fromByteOffset: 4 * index, as: UInt32.self))
        target.storeBytes(of: HexDigits.encode(four).littleEndian, toByteOffset: 8 * index, as: UInt64.self)
      }
    }
  }
}

extension RecordHash: CustomStringConvertible {
  package var description: String { hex }
}
