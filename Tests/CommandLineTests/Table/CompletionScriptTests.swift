import Foundation
import Testing

@testable import CommandLine

@Suite("Completions")
struct CompletionScriptTests {
  private let script = CompletionScript(program: "actionlog", table: .socketOnly)

  @Test("each script knows every command and every option")
  func complete() {
    for text in [script.bash, script.zsh, script.fish] {
      for command in CommandTable.socketOnly.commands {
        #expect(text.contains(command.name))
        for option in command.allOptions { #expect(text.contains(option.name.dropFirst(2))) }
      }
    }
  }

  @Test(
    "bash takes the script and completes commands, options and shells with it",
    arguments: [
      (["actionlog", "disp"], "dispatch"), (["actionlog", "get", "--sel"], "--select"),
      (["actionlog", "completions", "fi"], "fish"), (["actionlog", "help", "desc"], "describe"),
    ])
  func bash(words: [String], expected: String) throws {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c",
      script.bash
        + "COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); _actionlog; printf '%s\\n' \"${COMPREPLY[@]}\"",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(output == expected + "\n")
  }

  @Test("an unknown shell and none are refused")
  func usage() {
    #expect(TestRun().run("completions", "tcsh", table: .socketOnly).status == .usage)
    #expect(TestRun().run("completions", table: .socketOnly).status == .usage)
    #expect(TestRun().run("completions", "bash", table: .socketOnly).output == script.bash)
  }
}
