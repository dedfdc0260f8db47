import Testing

@testable import CanonicalJSON

@Suite("Hexadecimal digits, both ways")
struct HexTests {
  @Test("sixteen digits of a word")
  func words() {
    for value in [0, 1, 0xDEAD_BEEF, UInt64.max, 0x0123_4567_89AB_CDEF] {
      #expect(Hex.uint64(Hex.text(value)) == value)
    }
    #expect(Hex.text(UInt64(0xABC)) == "0000000000000abc")
    #expect(Hex.uint64("0000000000000ABC") == nil)
    #expect(Hex.uint64("abc") == nil)
  }

  @Test("two digits for a byte")
  func bytes() {
    let content: [UInt8] = [0, 0x7F, 0x80, 0xFF]
    #expect(Hex.text(content) == "007f80ff")
    #expect(Hex.bytes("007f80ff".utf8) == content)
    #expect(Hex.bytes("0".utf8) == nil)
    #expect(Hex.bytes("0g".utf8) == nil)
    var target = [UInt8](repeating: 1, count: 4)
    let isDone = target.withUnsafeMutableBytes { target in
      Array("007f80ff".utf8).withUnsafeBufferPointer { Hex.decode($0, into: target) }
    }
    #expect(isDone)
    #expect(target == content)
  }
}
