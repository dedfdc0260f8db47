import CanonicalJSON
import RecordFormat
import Testing

@Suite("Segment headers")
struct SegmentHeaderTests {
  private let header = SegmentHeader(
    journal: Samples.journal, segment: 1, firstSeq: 1, domain: "fieldnotes", domainVersion: 3, at: Samples.at,
    prev: HashChain.firstPrevious(journal: Samples.journal))

  @Test("a header is one line with its members in order and a hash of its own")
  func encode() {
    let prev = HashChain.firstPrevious(journal: Samples.journal)
    let body = """
      {"journal":"\(Samples.journal)","format":1,"segment":1,"firstSeq":1,"domain":"fieldnotes","domainVersion":3,\
      "at":"2026-01-02T03:04:05.000006Z","prev":"\(prev.hex)"
      """
    let hash = SHA256.hash(prev.bytes + SHA256.hash(body).bytes)
    #expect(String(decoding: header.encodeLine(), as: UTF8.self) == body + #","hash":"\#(hash.hex)"}"# + "\n")
  }

  @Test("a header is read back, unknown members ignored, and its hash stands")
  func parse() throws {
    try Array(header.encodeLine().dropLast()).withUnsafeBufferPointer { line in
      let read = try SegmentHeader(parsing: line)
      #expect(read == header)
      #expect(read.stands(in: line))
    }
  }

  @Test("any changed bit in a header is seen: it does not parse or its hash does not stand")
  func flips() {
    let line = Array(header.encodeLine().dropLast())
    for bit in 0..<line.count * 8 {
      var changed = line
      changed[bit / 8] ^= 1 << (bit % 8)
      let stands = changed.withUnsafeBufferPointer { line in
        (try? SegmentHeader(parsing: line).stands(in: line)) ?? false
      }
      #expect(!stands, "bit \(bit)")
    }
  }

  @Test("names of segments are twenty digits, both ways, and nothing else is one")
  func names() {
    #expect(SegmentHeader.fileName(firstSeq: 250_001) == "00000000000000250001.jsonl")
    #expect(SegmentHeader.fileName(firstSeq: .max) == "18446744073709551615.jsonl")
    for seq in [1, 250_001, UInt64.max] {
      #expect(SegmentHeader.firstSeq(fileName: SegmentHeader.fileName(firstSeq: seq)) == seq)
    }
    for name in [
      "00000000000000000000.jsonl", "0000000000000250001.jsonl", "00000000000000250001.json",
      "00000000000000250001.jsonl.tmp", "+0000000000000250001.jsonl", "99999999999999999999.jsonl", "snapshots", "",
      "0000000000000025000١.jsonl",
    ] {
      #expect(SegmentHeader.firstSeq(fileName: name) == nil, "\(name)")
    }
  }
}
