import Testing

@testable import CommandLine

@Suite("Text for people")
struct PrintableTests {
  @Test("control characters and changes of direction are spelled out, other text stays")
  func controls() {
    #expect(Printable.text("a\u{1b}[31mb\n\u{7f}\u{9b}\u{202e}é") == "a\\u{1b}[31mb\\u{a}\\u{7f}\\u{9b}\\u{202e}é")
    #expect(Printable.text("plain – text") == "plain – text")
  }

  @Test("cutting leaves a mark and counts characters")
  func cutting() {
    #expect(Printable.cut("abcdef", to: 4) == "abc…")
    #expect(Printable.cut("ééé", to: 3) == "ééé")
    #expect(Printable.cut("abc", to: nil) == "abc")
  }

  @Test("counts, sizes and spans read well")
  func numbers() {
    #expect(Printable.grouped(1_234_567) == "1,234,567")
    #expect(Printable.grouped(-1_000) == "-1,000")
    #expect(Printable.grouped(UInt64.max) == "18,446,744,073,709,551,615")
    #expect(Printable.count(1, "record") == "1 record")
    #expect(Printable.count(0, "record") == "0 records")
    #expect(Printable.bytes(512) == "512 B")
    #expect(Printable.bytes(1_536) == "1.5 KiB")
    #expect(Printable.duration(seconds: 0.44) == "0.4 s")
    #expect(Printable.duration(seconds: 200) == "3 min 20 s")
    #expect(Printable.duration(seconds: 7_500) == "2 h 5 min")
    #expect(Printable.duration(seconds: 90_000) == "1 d 1 h")
  }
}
