import CanonicalJSON

extension Timestamp {
  /// Bytes of a time in a journal: `2026-01-02T03:04:05.000006Z`.
  static let recordTimeLength = 27

  /// Reads a time as journals spell it and no other way: UTC, six decimals.
  init?(recordTime bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == Self.recordTimeLength, bytes[10] == UInt8(ascii: "T"), bytes[19] == UInt8(ascii: "."),
      bytes[26] == UInt8(ascii: "Z")
    else { return nil }
    self.init(rfc3339: bytes)
  }

  /// Reads a time as journals spell it and no other way: UTC, six decimals.
  init?(recordTime bytes: [UInt8]) {
    guard let time = bytes.withUnsafeBufferPointer({ Timestamp(recordTime: $0) }) else { return nil }
    self = time
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// What a line's hash covers: all but the last 75 bytes, which must be there.
  package var body: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(self)[..<(count - HashChain.suffixLength)])
  }
}
