import Testing

@testable import CommandLine

@Suite("Text for people")
struct PrintableTests {
  @Test("control characters and changes of direction are spelled out, other text stays")
  func controls() {
    #expect(Printable.text("a\u{1b}[31mb\n\u{7f}\u{9b}\u{202e}é") == "a\\u{1b}[31mb\\u{a}\\u{7f}\\u{9b}\\u{202e}é")
    #expect(Printable.text("plain – text") == "plain – text")
  }

  @Test("cutting leaves a mark and counts columns: two for wide characters, none for marks")
  func cutting() {
    #expect(Printable.cut("abcdef", to: 4) == "abc…")
    #expect(Printable.cut("ééé", to: 3) == "ééé")
    #expect(Printable.cut("abc", to: nil) == "abc")
    #expect(Printable.cut("佐藤", to: 4) == "佐藤")
    #expect(Printable.cut("佐藤佐藤", to: 5) == "佐藤…")
    #expect(Printable.cut("佐藤佐藤", to: 4) == "佐…")
    #expect(Printable.cut("e\u{301}e\u{301}", to: 2) == "e\u{301}e\u{301}")
    #expect(Printable.cut("a" + String(repeating: "\u{1100}", count: 50), to: 20) == "a…")
    #expect(Printable.cut("👍🏽👍🏽", to: 3) == "…")
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
