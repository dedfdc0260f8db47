import Synchronization
import Testing

@testable import CommandLine

@Suite("watch")
struct WatchCommandTests {
  /// What a daemon sends on the first connection, the second, …; after the last it answers nothing more.
  private func server(_ connections: [[String]], journals: [String] = ["one"]) throws -> TestServer {
    let next = Mutex(0)
    return try TestServer { line, id in
      if line.contains("\"status\"") {
        let index = next.withLock { $0 }
        let story = connections[min(index, connections.count - 1)]
        let seq = story[0].firstMatch(of: /"seq":(\d+)/)?.1 ?? "0"
        let hash = String(repeating: "0", count: 64)
        let journal = "{\"uuid\":\"\(journals[min(index, journals.count - 1)])\",\"segments\":1}"
        return .answer([TestServer.result(id, "{\"seq\":\(seq),\"hash\":\"\(hash)\",\"journal\":\(journal)}")])
      }
      guard line.contains("\"subscribe\"") else { return .answer([TestServer.error(id, "methodNotFound", "No.")]) }
      let index = next.withLock { next in
        defer { next += 1 }
        return next
      }
      let lines = connections[min(index, connections.count - 1)]
      let first = TestServer.result(id, "{\"subscription\":7,\(lines[0])}")
      let news = lines.dropFirst().map { Self.changed(7, $0) }
      return index < connections.count - 1 ? .answerAndHangUp([first] + news) : .answer([first] + news)
    }
  }

  private static func changed(_ subscription: Int, _ members: String) -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"changed\",\"params\":{\"subscription\":\(subscription),\(members)}}"
  }

  private static let story = [
    #""seq":3,"value":{"a":1,"b":[1,2]}"#, #""seq":5,"value":{"a":2,"b":[1,2]}"#,
    #""seq":9,"value":{"b":[1,7,2]},"skipped":2"#, #""seq":10,"gone":true"#, #""seq":12,"value":"back""#,
  ]

  @Test("the value, then a line for each change, with what was skipped and what is gone")
  func lines() throws {
    let ended = TestRun().run("watch", "/x", "-n", "4", on: try server([Self.story]))
    #expect(ended.status == .fine, "\(ended.errors)")
    #expect(
      ended.lines == [
        #"     3  {"a":1,"b":[1,2]}"#, #"     5  {"a":2,"b":[1,2]}"#, #"     9  {"b":[1,7,2]}  (2 skipped)"#,
        "    10  gone", #"    12  "back""#,
      ])
    #expect(ended.errors == "")
  }

  @Test("--diff prints the operations of a patch, and the value where there is nothing to compare")
  func diff() throws {
    let ended = TestRun().run("watch", "/x", "--diff", "-n", "4", on: try server([Self.story]))
    #expect(
      ended.lines == [
        #"     3  {"a":1,"b":[1,2]}"#, "     5  replace /a 2", "     9  remove /a  (2 skipped)", "        add /b/1 7",
        "    10  gone", #"    12  "back""#,
      ])
  }

  @Test("--json prints an object a line, with --diff its patch")
  func json() throws {
    let whole = TestRun().run("watch", "/x", "--json", "-n", "3", on: try server([Self.story]))
    #expect(
      whole.lines == [
        #"{"seq":3,"value":{"a":1,"b":[1,2]}}"#, #"{"seq":5,"value":{"a":2,"b":[1,2]}}"#,
        #"{"seq":9,"value":{"b":[1,7,2]},"skipped":2}"#, #"{"seq":10,"gone":true}"#,
      ])
    let diff = TestRun().run("watch", "/x", "--json", "--diff", "-n", "2", on: try server([Self.story]))
    #expect(
      Array(diff.lines.dropFirst()) == [
        #"{"seq":5,"patch":[{"op":"replace","path":"/a","value":2}]}"#,
        #"{"seq":9,"patch":[{"op":"remove","path":"/a"},{"op":"add","path":"/b/1","value":7}],"skipped":2}"#,
      ])
  }

  @Test("on a terminal a line is cut to its width, its colours are whole, and what was skipped is still told")
  func terminal() throws {
    var run = TestRun()
    run.isTerminal = true
    run.columns = 60
    let long = String(repeating: "x", count: 80)
    let story = [#""seq":1,"value":"\#(long)""#, #""seq":2,"value":"\#(long)y","skipped":3"#]
    let ended = run.run("watch", "-n", "1", "--color", "always", on: try server([story]))
    let plain = ended.lines.map { $0.replacing(/\u{1b}\[[0-9;]*m/, with: "") }
    #expect(plain.allSatisfy { $0.count == 60 })
    #expect(plain[1].hasSuffix("…  (3 skipped)"))
    #expect(run.run("watch", "-n", "1", "--wide", on: try server([story])).lines[0].hasSuffix("x\u{22}"))
  }

  @Test("a value that the daemon cannot show is told with its reason, and is a change like any other")
  func hidden() throws {
    let error = #""error":{"code":-32010,"message":"Too long. Ask for a part.","data":{"name":"tooLong"}}"#
    let story = [#""seq":1,"value":1"#, #""seq":2,\#(error),"skipped":0"#, #""seq":3,"value":1"#]
    let ended = TestRun().run("watch", "--diff", "-n", "2", on: try server([story]))
    #expect(ended.lines == ["     1  1", "     2  not shown Too long. Ask for a part (tooLong)", "     3  1"])
    let json = TestRun().run("watch", "--json", "-n", "1", on: try server([story]))
    #expect(json.lines.last == "{\"seq\":2,\(error)}")
  }

  @Test("pointer, selector and arguments go out as parameters")
  func parameters() throws {
    let server = try server([[#""seq":1,"value":1"#]])
    _ = TestRun().run("watch", "/a~1b", "-n", "0", on: server)
    _ = TestRun().run("watch", "--select", "v", "--args", "{ \"n\" : 2 }", "-n", "0", on: server)
    _ = TestRun().run("watch", "-n", "0", on: server)
    #expect(
      server.requests.filter { $0.contains("subscribe") } == [
        #"{"jsonrpc":"2.0","id":2,"method":"subscribe","params":{"pointer":"/a~1b"}}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"subscribe","params":{"args":{"n":2},"select":"v"}}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"subscribe","params":{"pointer":""}}"#,
      ])
  }

  @Test("a daemon that went away is waited for; what differs then is printed, and nothing twice")
  func restarted() throws {
    let server = try server([
      [#""seq":3,"value":1"#, #""seq":4,"value":2"#], [#""seq":5,"value":2"#], [#""seq":7,"value":3"#],
    ])
    let ended = TestRun().run("watch", "/x", "-n", "2", on: server)
    #expect(ended.status == .fine)
    #expect(ended.lines == ["     3  1", "     4  2", "     7  3"])
    let notes = ended.errors.split(separator: "\n")
    #expect(notes.count == 4)
    #expect(notes.first?.hasSuffix("waiting for it to come back") == true)
    #expect(notes.last == "actionlog watch: the daemon is back")
    #expect(server.requests.filter { $0.contains("subscribe") }.count == 3)
  }

  @Test("another journal behind the socket, or an older copy of the same, is told, and the answer is no")
  func otherJournal() throws {
    let stories = [[#""seq":3,"value":1"#, #""seq":4,"value":2"#], [#""seq":9,"value":3"#]]
    let other = TestRun().run("watch", "/x", "-n", "2", on: try server(stories, journals: ["one", "two"]))
    #expect(other.status == .no)
    #expect(other.lines == ["     3  1", "     4  2"])
    #expect(other.errors.contains("another journal answers now: two; followed was one up to seq 4 (otherJournal)"))
    let older = TestRun().run(
      "watch", "/x", "-n", "2", on: try server([stories[0], [#""seq":3,"value":1"#]]))
    #expect(older.status == .no)
    #expect(older.errors.contains("the journal ends at seq 3 now, and seq 4 was there before"))
  }

  @Test("a daemon that is not there, or refuses, ends it with its reason")
  func refusals() throws {
    let nobody = TestRun().run("watch", "/x", "--socket", "/nowhere/s", table: .socketOnly)
    #expect(nobody.status == .unreachable)
    #expect(nobody.errors.contains("no daemon at /nowhere/s"))
    for (name, status) in [("notFound", ExitStatus.no), ("busy", .unreachable), ("invalidParams", .usage)] {
      let server = try TestServer { _, id in .answer([TestServer.error(id, name, "So it is.")]) }
      let ended = TestRun().run("watch", "/x", on: server)
      #expect(ended.status == status)
      #expect(ended.errors == "actionlog watch: So it is (\(name))\n")
    }
    #expect(TestRun().run("watch", "x", table: .socketOnly).errors.contains("it starts with '/'"))
    #expect(TestRun().run("watch", "-n", "-1", table: .socketOnly).errors.contains("--count takes a count"))
  }

  @Test("a reader that goes away ends it quietly, also while nothing changes")
  func readerGone() throws {
    var run = TestRun()
    run.outputFails = (errno: 32, afterBytes: 0)
    let ended = run.run("watch", "/x", on: try server([[#""seq":1,"value":1"#]]))
    #expect(ended.status == .fine)
    #expect(ended.errors == "")
    var waiting = TestRun()
    waiting.onIdle = { () throws(Failure) in throw .readerGone }
    let quiet = waiting.run("watch", "/x", on: try server([[#""seq":1,"value":1"#]]))
    #expect(quiet.status == .fine)
    #expect(quiet.lines == ["     1  1"])
  }
}
