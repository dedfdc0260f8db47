import Testing

@testable import CommandLine

@Suite("Words that are not UTF-8")
struct RawWordsTests {
  @Test("the first such word is refused, with its place")
  func broken() {
    let good: [CChar] = [0x61, 0]
    let broken: [CChar] = [0x61, CChar(bitPattern: 0xff), 0]
    good.withUnsafeBufferPointer { good in
      broken.withUnsafeBufferPointer { broken in
        #expect(RawWords.fault(of: [good.baseAddress, good.baseAddress, nil]) == nil)
        let fault = RawWords.fault(of: [good.baseAddress, broken.baseAddress, good.baseAddress])
        #expect(fault?.status == .usage)
        #expect(fault?.message.hasPrefix("argument 1 is not UTF-8: ") == true)
      }
    }
  }

  @Test("a replacement character that was really given is no fault")
  func given() {
    #expect(RawWords.fault(in: ["a", "\u{FFFD}"]) == nil)
  }
}
