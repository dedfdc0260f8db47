import Foundation
import Testing

@testable import CommandLine

@Suite("dispatch")
struct DispatchCommandTests {
  /// Answers every dispatch with a seq of its own, the `late` ones as ignored.
  private func server() throws -> TestServer {
    try TestServer { line, id in
      if line.contains("late") {
        return .answer([
          TestServer.dispatched(id, seq: id + 10, outcome: "ignored", why: #"{"code":"late","text":"too late"}"#)
        ])
      }
      if line.contains("refuse") { return .answer([TestServer.error(id, "invalidPayload", "Not so.")]) }
      return .answer([TestServer.dispatched(id, seq: id + 10)])
    }
  }

  private func params(_ server: TestServer) throws -> [String] {
    try server.requests.map { line in
      let start = try #require(line.range(of: "\"params\":"))
      return String(line[start.upperBound...].dropLast())
    }
  }

  @Test("one action: its payload verbatim, its options as parameters, its result in a line")
  func one() throws {
    let server = try server()
    let run = TestRun()
    let ended = run.run(
      "dispatch", "a.b", #"{ "y" : 1.50, "x" : "\u0041" }"#, "--id", "k", "--expected-seq", "9", "--v", "2", "--client",
      "me", on: server)
    #expect(ended.status == .fine)
    #expect(ended.output == "seq 11  applied  2026-11-30T08:10:00.000001Z  state 00000000000000ff\n")
    #expect(
      try params(server) == [
        #"{"type":"a.b","action":{"y":1.50,"x":"\u0041"},"v":2,"id":"k","expectedSeq":9,"client":"me"}"#
      ])
  }

  @Test("without a payload it is an empty object; a file gives one of any layout")
  func payloads() throws {
    let server = try server()
    let file = FileManager.default.temporaryDirectory.appending(path: "payload-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("{\n  \"a\": [1,\n 2]\n}\n".utf8).write(to: file)
    _ = TestRun().run("dispatch", "a.b", on: server)
    _ = TestRun().run("dispatch", "a.b", "@" + file.path, on: server)
    #expect(try params(server) == [#"{"type":"a.b","action":{}}"#, #"{"type":"a.b","action":{"a":[1,2]}}"#])
  }

  @Test("an ignored action exits with 1 and tells its reason; --json gives the answer as it came")
  func ignored() throws {
    let server = try server()
    let ended = TestRun().run("dispatch", "late", on: server)
    #expect(ended.status == .no)
    #expect(ended.output.hasPrefix("seq 11  ignored (late) too late  2026"))
    let json = TestRun().run("dispatch", "late", "--json", on: server)
    #expect(json.status == .no)
    #expect(json.output.hasPrefix(#"{"seq":11,"at":"#))
  }

  @Test("a payload that is no JSON is refused here, with the place")
  func badPayload() {
    let ended = TestRun().run("dispatch", "a.b", #"{"a":1,"a":2}"#, "--socket", "/nowhere", table: .socketOnly)
    #expect(ended.status == .usage)
    #expect(ended.errors.hasPrefix("actionlog dispatch: the payload is not JSON: duplicate key at byte 7 (parseError)"))
    #expect(ended.errors.hasSuffix("(parseError)\n"))
    let missing = TestRun().run("dispatch", "a.b", "@/nowhere/x", "--socket", "/nowhere", table: .socketOnly)
    #expect(missing.status == .unreachable)
    #expect(missing.errors.contains("cannot read /nowhere/x: No such file or directory"))
  }

  @Test("a stream of payloads: one action per line, blank lines passed over, results summed up")
  func stream() throws {
    let server = try server()
    var run = TestRun()
    run.type("{\"n\":1}\n\n{ \"n\" ", ": 2 }\n{\"n\":\"late\"}\n{\"n\":4}")
    let ended = run.run("dispatch", "a.b", "-", "--id", "k", on: server)
    #expect(ended.status == .no)
    #expect(ended.errors == "")
    #expect(ended.lines.count == 2)
    #expect(ended.lines.first?.hasPrefix("line 4: seq 13  ignored (late) too late") == true)
    #expect(
      ended.lines.last?.hasPrefix("4 actions: 3 applied, 1 ignored, 0 illegal, 0 refused; seq 11 to 14; ") == true)
    #expect(
      try params(server) == [
        #"{"type":"a.b","action":{"n":1},"id":"k:1"}"#, #"{"type":"a.b","action":{"n":2},"id":"k:3"}"#,
        #"{"type":"a.b","action":{"n":"late"},"id":"k:4"}"#, #"{"type":"a.b","action":{"n":4},"id":"k:5"}"#,
      ])
  }

  @Test("lines that name their own type carry their own parameters")
  func wholeActions() throws {
    let server = try server()
    var run = TestRun()
    run.type("{\"type\":\"a\",\"action\":{\"x\":1},\"id\":\"own\"}\n{\"type\":\"b\"}\n{\"action\":{}}\n[1]\n")
    let ended = run.run("dispatch", "--id", "k", "--client", "me", on: server)
    #expect(ended.status == .usage)
    #expect(
      try params(server) == [
        #"{"type":"a","action":{"x":1},"id":"own","client":"me"}"#,
        #"{"type":"b","action":{},"id":"k:2","client":"me"}"#,
      ])
    #expect(ended.errors.hasPrefix("actionlog dispatch: standard input:3: the line names no type"))
    #expect(ended.errors.contains("standard input:4: the line names no type"))
    #expect(ended.lines.last?.contains("4 actions: 2 applied, 0 ignored, 0 illegal, 2 refused") == true)
  }

  @Test("a refused line is told with its number and the rest goes on; --json keeps the order on standard output")
  func refusedLines() throws {
    let server = try server()
    var run = TestRun()
    run.type("{\"n\":1}\n{\"n\":\"refuse\"}\n{oops\n{\"n\":4}\n")
    let ended = run.run("dispatch", "a.b", "-", "--json", on: server)
    #expect(ended.status == .usage)
    #expect(ended.lines.count == 4)
    #expect(ended.lines[0].hasPrefix("{\"seq\":11"))
    #expect(
      ended.lines[1] == #"{"line":2,"error":{"code":-32000,"message":"Not so.","data":{"name":"invalidPayload"}}}"#)
    #expect(ended.lines[2].hasPrefix("{\"line\":3,\"error\":{\"message\":\"the line is not JSON: unexpected "))
    #expect(ended.lines[3].hasPrefix("{\"seq\":13"))
    #expect(ended.errors.contains("actionlog dispatch: standard input:2: Not so (invalidPayload)\n"))
    #expect(ended.errors.contains("4 actions: 2 applied, 0 ignored, 0 illegal, 2 refused; seq 11 to 13;"))
  }

  @Test("a line that the daemon skips, too long to know its id, is told with its number and the rest goes on")
  func skippedLine() throws {
    let server = try TestServer { line, id in
      .answer([
        line.contains("long")
          ? TestServer.error(nil, "tooLong", "The line was skipped.") : TestServer.dispatched(id, seq: 10 + id)
      ])
    }
    var run = TestRun()
    run.type("{\"n\":1}\n{\"n\":\"long\"}\n{\"n\":3}\n")
    let ended = run.run("dispatch", "a.b", "-", on: server)
    #expect(ended.status == .usage)
    #expect(ended.errors == "actionlog dispatch: standard input:2: The line was skipped (tooLong)\n")
    #expect(ended.output.hasPrefix("3 actions: 2 applied, 0 ignored, 0 illegal, 1 refused; seq 11 to 13;"))
  }

  @Test("many more lines than the window go through in order, though answers come back to front")
  func long() throws {
    let held = HeldAnswers(size: 100)
    let server = try TestServer { _, id in .answer(held.add(TestServer.dispatched(id, seq: id), last: id == 5_000)) }
    var run = TestRun()
    run.input = [Array((1...5_000).map { "{\"n\":\($0)}\n" }.joined().utf8)]
    let ended = run.run("dispatch", "a.b", "-", "--json", on: server)
    #expect(ended.status == .fine)
    #expect(ended.lines.count == 5_000)
    for (index, line) in ended.lines.enumerated() {
      #expect(line.hasPrefix("{\"seq\":\(index + 1),"))
    }
    #expect(ended.errors.contains("5,000 actions: 5,000 applied"))
  }

  @Test("a daemon that goes away names the first line without an answer, after the count of those that had one")
  func lost() throws {
    let server = try TestServer { _, id in id == 3 ? .hangUp : .answer([TestServer.dispatched(id, seq: id)]) }
    var run = TestRun()
    run.type("{}\n{}\n{}\n{}\n")
    let ended = run.run("dispatch", "a.b", "-", on: server)
    #expect(ended.status == .unreachable)
    #expect(ended.output.hasPrefix("2 actions: 2 applied"))
    #expect(ended.errors.contains("lines from 3 on have no answer (connectionLost)"))
  }

  @Test("a reader that goes away ends the stream quietly with 0")
  func readerGone() throws {
    let server = try server()
    var run = TestRun()
    run.outputFails = (errno: 32, afterBytes: 0)
    run.type("{}\n")
    let ended = run.run("dispatch", "a.b", "-", "--json", on: server)
    #expect(ended.status == .fine)
    #expect(!ended.errors.contains("cannot write"))
  }

  @Test("progress is shown on a terminal only")
  func progress() throws {
    let server = try server()
    var run = TestRun()
    run.input = [Array(String(repeating: "{}\n", count: 2_000).utf8)]
    #expect(!run.run("dispatch", "a", "-", on: server).errors.contains("\r"))
    // The clock is looked at once in 64 actions, and nothing is shown in the first second.
    run.nanosecondsPerLook = 200_000_000
    run.input = [Array(String(repeating: "{}\n", count: 1_000).utf8)]
    run.errorsAreTerminal = true
    let shown = run.run("dispatch", "a", "-", on: server).errors
    #expect(shown.contains("\r\u{1b}[K"))
    #expect(shown.contains(" actions, "))
    #expect(shown.hasSuffix("\r\u{1b}[K"))
  }

  @Test("words that make no sense together are refused")
  func usage() {
    var run = TestRun()
    #expect(run.run("dispatch", "a", "-", "--expected-seq", "1", table: .socketOnly).status == .usage)
    #expect(run.run("dispatch", "@x", table: .socketOnly).errors.contains("stands where the TYPE belongs"))
    #expect(run.run("dispatch", "-", "{}", table: .socketOnly).status == .usage)
    run.inputIsTerminal = true
    let ended = run.run("dispatch", table: .socketOnly)
    #expect(ended.status == .usage)
    #expect(ended.errors.contains("which action?"))
  }
}
