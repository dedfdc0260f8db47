import Testing

@testable import CommandLine

@Suite("When to colour")
struct StyleTests {
  @Test("colour on a terminal only, unless it was asked for; NO_COLOR and TERM=dumb are honoured")
  func deciding() {
    func coloured(_ choice: ColourChoice, terminal: Bool, _ variables: [String: String] = [:]) -> Bool {
      Style(choice: choice, isTerminal: terminal, environment: { variables[$0] }).isColoured
    }
    #expect(coloured(.auto, terminal: true))
    #expect(!coloured(.auto, terminal: false))
    #expect(!coloured(.auto, terminal: true, ["NO_COLOR": "1"]))
    #expect(coloured(.auto, terminal: true, ["NO_COLOR": ""]))
    #expect(!coloured(.auto, terminal: true, ["TERM": "dumb"]))
    #expect(coloured(.always, terminal: false, ["NO_COLOR": "1"]))
    #expect(!coloured(.never, terminal: true))
  }

  @Test("without colour text stays as it is, and nothing is coloured to nothing")
  func painting() {
    #expect(Style.plain.paint("x", .bad) == "x")
    #expect(Style(isColoured: true).paint("x", .bad) == "\u{1b}[31;1mx\u{1b}[0m")
    #expect(Style(isColoured: true).paint("", .bad) == "")
  }
}
