import SystemCalls
import Testing
import WireProtocol

@testable import Daemon

@Suite("The daemon's command line")
struct DaemonOptionsTests {
  private let extra = [
    ExtraOption("--feed", value: "DIR", "where the feed is"), ExtraOption(flag: "--fast", "hurries"),
  ]

  @Test("paths, limits and the domain's own options are taken")
  func taken() throws {
    let options = try parse(
      [
        "--journal", "/j", "--socket=/s", "--limit", "line-bytes=64KiB", "--limit", "connections=7", "--feed", "f",
        "--fast",
      ])
    #expect(options.journal.path == "/j")
    #expect(options.socket.path == "/s")
    #expect(options.limits[.lineBytes] == 65_536)
    #expect(options.limits[.connections] == 7)
    #expect(options.extras == ["--feed": "f", "--fast": ""])
    #expect(!options.prefill)
  }

  @Test("without options the default paths hold")
  func defaults() throws {
    let options = try parse([])
    #expect(options.journal.path == "/var/lib/actionlogd/journal")
    #expect(options.socket.path == "/run/actionlogd/actionlogd.sock")
  }

  @Test(
    "what does not fit is refused with exit 2 and a hint",
    arguments: [
      (["--jornal", "x"], "--journal"), (["--limit", "conections=1"], "connections"),
      (["--limit", "connections"], "NAME=VALUE"), (["--limit", "nesting=100000"], "nesting"),
      (["--limit", "connections=many"], "many"), (["stray"], "stray"), (["--journal"], "DIR"),
      (["--prefill=1"], "--prefill"),
    ])
  func refused(words: [String], hint: String) throws {
    do throws(StartFailure) {
      _ = try DaemonOptions(words, extra: extra, paths: paths)
      Issue.record("\(words) was taken")
    } catch {
      #expect(error.exit == .configuration)
      #expect(error.message.contains(hint), "\(error.message)")
    }
  }

  @Test("help names every option and limit")
  func help() {
    let text = DaemonOptions.help(program: "toyd", domain: "toy", extra: extra)
    for word in ["--journal DIR", "--feed DIR", "--check-config", "--version"] + Limit.allCases.map(\.name) {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test("the program's exit status tells a wrong command line from a fine one")
  func exits() throws {
    let scratch = try Scratch()
    let fine = ["toyd", "--check-config", "--journal", "\(scratch.path)/j", "--socket", "\(scratch.path)/s"]
    #expect(DaemonProgram<Toy>.main(arguments: fine, version: "1") == 0)
    #expect(!FileSystem.exists("\(scratch.path)/j"))
    #expect(DaemonProgram<Toy>.main(arguments: ["toyd", "--nonsense"], version: "1") == 2)
    let long = fine.dropLast() + ["/" + String(repeating: "s", count: 120)]
    #expect(DaemonProgram<Toy>.main(arguments: Array(long), version: "1") == 2)
    let refusing = DaemonProgram<Toy>.main(arguments: fine, version: "1") { _, _ in throw OptionRefusal("no feed") }
    #expect(refusing == 2)
  }

  private var paths: DefaultPaths { DefaultPaths(environment: { _ in nil }, directoryExists: { _ in false }) }

  private func parse(_ words: [String]) throws -> DaemonOptions {
    try DaemonOptions(words, extra: extra, paths: paths)
  }
}
