extension SegmentHeader {
  /// The name of the segment that begins with `firstSeq`: twenty digits and `.jsonl`.
  package static func fileName(firstSeq: UInt64) -> String {
    let digits = String(firstSeq)
    return String(repeating: "0", count: 20 - digits.utf8.count) + digits + ".jsonl"
  }

  /// The first seq that a segment's name tells; nil for every other name.
  package static func firstSeq(fileName: String) -> UInt64? {
    let bytes = Array(fileName.utf8)
    guard bytes.count == 26, bytes[20...].elementsEqual(".jsonl".utf8),
      bytes[..<20].allSatisfy({ (0x30...0x39).contains($0) }),
      let seq = UInt64(fileName.prefix(20)), seq > 0
    else { return nil }
    return seq
  }
}
