import Testing

@testable import CommandLine

@Suite("The program around its commands")
struct ProgramTests {
  private let run = TestRun()

  @Test("no words, --help and help tell what there is")
  func overview() {
    let none = run.run(table: .socketOnly)
    #expect(none.status == .usage)
    #expect(none.output == "")
    let help = run.run("--help", table: .socketOnly)
    #expect(help.status == .fine)
    #expect(help.output == none.errors)
    #expect(run.run("help", table: .socketOnly).output == help.output)
    for command in CommandTable.socketOnly.commands { #expect(help.output.contains("  \(command.name) ")) }
    #expect(help.lines.allSatisfy { $0.count <= 120 })
  }

  @Test("--version names program and version")
  func version() {
    #expect(run.run("--version", table: .socketOnly).output == "actionlog 1.2.3\n")
  }

  @Test("every command has a page with all its options, and examples that parse")
  func pages() {
    for command in CommandTable.socketOnly.commands {
      let page = run.run(command.name, "--help", table: .socketOnly)
      #expect(page.status == .fine)
      #expect(page.output == run.run("help", command.name, table: .socketOnly).output)
      #expect(page.output.hasPrefix("Usage: actionlog \(command.name)"))
      for option in command.allOptions { #expect(page.output.contains("  \(option.spelling)")) }
      let examples = command.examples(CommandTable.socketOnly.words())
      #expect(!examples.isEmpty)
      for example in examples { #expect(page.output.contains("actionlog \(example.words)\n")) }
    }
  }

  @Test("examples are in the words of the domain")
  func words() {
    #expect(run.run("help", "dispatch", table: .toy).output.contains("actionlog dispatch added '{\"by\":1}'\n"))
    #expect(run.run("help", "tail", table: .toy).output.contains("actionlog tail -f --from 1 --type 'added'\n"))
    #expect(run.run("help", "get", table: .toy).output.contains("actionlog get /count\n"))
    #expect(run.run("help", "describe", table: .toy).output.contains("actionlog describe added\n"))
  }

  @Test("an unknown command, option or shell names the nearest or what there is")
  func unknown() {
    let command = run.run("dispach", table: .socketOnly)
    #expect(command.status == .usage)
    #expect(command.errors == "actionlog: no command 'dispach': did you mean 'dispatch'? (usage)\n")
    #expect(
      run.run("get", "--selct", "x", table: .socketOnly).errors
        == "actionlog get: unknown option --selct: did you mean --select? (usage)\n")
    #expect(run.run("help", "gett", table: .socketOnly).errors.contains("did you mean 'get'?"))
    #expect(
      run.run("--verison", table: .socketOnly).errors
        == "actionlog: unknown option --verison: did you mean --version? (usage)\n")
    #expect(run.run("--socket", "x", "get", table: .socketOnly).errors.contains("options stand after the command"))
    #expect(run.run("status", "/b", table: .socketOnly).errors.contains("unexpected argument '/b'"))
    #expect(run.run("get", "--color", "red", table: .socketOnly).errors.contains("--color takes auto, always or never"))
  }

  @Test("output that cannot be written is told, a reader that went away is not")
  func output() {
    var full = TestRun()
    full.outputFails = (errno: 28, afterBytes: 0)
    let ended = full.run("--help", table: .socketOnly)
    #expect(ended.status == .unreachable)
    #expect(ended.errors == "actionlog: cannot write to standard output: No space left on device (unreachable)\n")
    var gone = TestRun()
    gone.outputFails = (errno: 32, afterBytes: 0)
    #expect(gone.run("--help", table: .socketOnly).status == .fine)
    #expect(gone.run("--help", table: .socketOnly).errors == "")
  }

  @Test("an error is one line whatever it quotes")
  func oneLine() {
    let ended = run.run("a\nb\u{1b}[0m", table: .socketOnly)
    #expect(ended.errors.filter { $0 == "\n" }.count == 1)
    #expect(!ended.errors.contains("\u{1b}"))
  }
}
