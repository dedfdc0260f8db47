import Testing

@testable import WireProtocol

@Suite("Options on a command line")
struct OptionParserTests {
  private let parser = OptionParser([
    OptionSpec("--journal", value: "DIR", "the journal directory"),
    OptionSpec("--json", "one JSON object per line"),
    OptionSpec("--follow", short: "-f", "go on"),
    OptionSpec("--output", short: "-o", value: "FILE", "where to"),
    OptionSpec("--type", value: "GLOB", repeats: true, "only these types"),
  ])

  @Test("values come with a space or an equals sign, options stand anywhere among the words")
  func forms() throws {
    let parsed = try parser.parse(["a", "--journal", "/j", "b", "--type=x=y", "--type", "z", "-f", "-o", "f"])
    #expect(parsed.positionals == ["a", "b"])
    #expect(parsed.value("--journal") == "/j")
    #expect(parsed.values("--type") == ["x=y", "z"])
    #expect(parsed.has("--follow"))
    #expect(!parsed.has("--json"))
    #expect(parsed.value("--output") == "f")
  }

  @Test("a lone dash is a word, two dashes end the options, negative numbers can be values")
  func dashes() throws {
    #expect(try parser.parse(["-", "--", "--json", "-x"]).positionals == ["-", "--json", "-x"])
    #expect(try parser.parse(["--journal", "-5"]).value("--journal") == "-5")
    #expect(try parser.parse(["--journal="]).value("--journal") == "")
  }

  @Test("an unknown option names the nearest one, and none when none is near")
  func unknown() {
    #expect(throws: OptionError.unknown(option: "--jurnal", nearest: "--journal")) {
      try parser.parse(["--jurnal", "x"])
    }
    #expect(throws: OptionError.unknown(option: "--zzzzzzzzzz", nearest: nil)) { try parser.parse(["--zzzzzzzzzz"]) }
    #expect(
      OptionError.unknown(option: "--jso", nearest: "--json").summary == "unknown option --jso: did you mean --json?")
  }

  @Test("a missing value, a value too many and a repetition are refused")
  func misuse() {
    #expect(throws: OptionError.missingValue(option: "--journal", value: "DIR")) { try parser.parse(["--journal"]) }
    #expect(throws: OptionError.missingValue(option: "--journal", value: "DIR")) {
      try parser.parse(["--journal", "--json"])
    }
    #expect(throws: OptionError.unexpectedValue(option: "--json")) { try parser.parse(["--json=1"]) }
    #expect(throws: OptionError.repeated(option: "--journal")) {
      try parser.parse(["--journal", "a", "--journal", "b"])
    }
  }

  @Test("numbers are exact or refused, and surplus words are named")
  func numbers() throws {
    let parsed = try parser.parse(["--journal", "18446744073709551615", "a", "b"])
    #expect(try parsed.integer("--journal", as: UInt64.self) == .max)
    #expect(throws: OptionError.notANumber(option: "--journal", text: "18446744073709551615")) {
      try parsed.integer("--journal", as: Int64.self)
    }
    #expect(try parsed.integer("--output", as: Int.self) == nil)
    #expect(throws: OptionError.tooManyArguments(first: "b")) { try parsed.limitPositionals(to: 1) }
    try parsed.limitPositionals(to: 2)
  }

  @Test("help lists the options aligned")
  func help() {
    #expect(
      OptionParser([OptionSpec("--json", "J"), OptionSpec("--follow", short: "-f", "F")]).helpLines == [
        "  --json        J", "  -f, --follow  F",
      ])
  }
}
