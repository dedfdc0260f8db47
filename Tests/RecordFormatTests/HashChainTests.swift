import RecordFormat
import Testing

@Suite("Hash chain")
struct HashChainTests {
  @Test("a hash is 64 lowercase digits, both ways")
  func hex() {
    let hash = SHA256.hash("abc")
    #expect(RecordHash(hex: hash.hex) == hash)
    #expect(hash.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == hash.hex)
    #expect(RecordHash(hex: hash.hex.uppercased()) == nil)
    #expect(RecordHash(hex: String(hash.hex.dropLast())) == nil)
  }

  @Test("no byte but the sixteen digits is taken for one")
  func badDigits() {
    let good = Array(SHA256.hash("abc").hex.utf8)
    for byte in UInt8.min ... .max {
      var digits = good
      digits[37] = byte
      let isDigit = (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      #expect(digits.withUnsafeBufferPointer { RecordHash(hexDigits: $0) != nil } == isDigit, "byte \(byte)")
    }
  }

  @Test("sealing appends 75 bytes and 0x0A, with the hash that the format defines")
  func seal() {
    let previous = HashChain.firstPrevious(journal: "6d1f3a52-0000-4000-8000-000000000001")
    let body = Array(#"{"seq":1,"batch":1"#.utf8)
    var line = Array("before".utf8) + body
    let hash = HashChain.seal(into: &line, bodyStart: 6, previous: previous)
    #expect(line.count == 6 + body.count + HashChain.suffixLength + 1)
    #expect(String(decoding: line, as: UTF8.self) == #"before{"seq":1,"batch":1,"hash":"\#(hash.hex)"}"# + "\n")
    #expect(hash == SHA256.hash(previous.bytes + SHA256.hash(body).bytes))
    #expect(hash == HashChain.hash(previous: previous, bodyDigest: SHA256.hash(body)))
  }
}
