import Foundation
import Synchronization

@testable import CommandLine

/// A daemon that serves a journal's lines to followers, and goes away after each connection but the last.
struct FollowServer {
  /// What one connection sees: the last seq when it asks, and the last one that it is sent.
  struct Life: Sendable {
    var head: Int
    var sends: Int
    var journal = "one"
    var segments = 1
    /// Why it ends after the last that it is sent, as the members of an error's `data`; nil where it does not.
    var ended: String?
  }

  let server: TestServer

  /// - Parameter lines: the stored lines, from seq 1 on.
  init(_ lines: [String], _ lives: [Life]) throws {
    let follows = Mutex(0)
    server = try TestServer { line, id in
      let index = min(follows.withLock { $0 }, lives.count - 1)
      let life = lives[index]
      guard line.contains("\"follow\"") else { return .answer([TestServer.result(id, Self.status(life, lines))]) }
      follows.withLock { $0 += 1 }
      let from = line.firstMatch(of: /"from":(\d+)/).flatMap { Int($0.1) } ?? life.head + 1
      let globs = line.firstMatch(of: /"types":\[(.*?)\]/).map { $0.1.split(separator: ",") }
      let wanted = lines[(max(1, from) - 1)..<max(from - 1, life.sends)].filter { line in
        globs.map { $0.contains { line.contains("\"type\":\($0)") } } ?? true
      }
      let news = wanted.map {
        "{\"jsonrpc\":\"2.0\",\"method\":\"record\",\"params\":{\"subscription\":4,\"record\":\($0)}}"
      }
      let end = life.ended.map {
        "{\"jsonrpc\":\"2.0\",\"method\":\"ended\",\"params\":{\"subscription\":4,\"seq\":\(life.head),"
          + "\"error\":{\"code\":-32015,\"message\":\"The journal cannot be served.\",\"data\":{\($0)}}}}"
      }
      let answers = [TestServer.result(id, "{\"subscription\":4}")] + news + (end.map { [$0] } ?? [])
      return index < lives.count - 1 ? .answerAndHangUp(answers) : .answer(answers)
    }
  }

  private static func status(_ life: Life, _ lines: [String]) -> String {
    let hash = life.head > 0 ? String(lines[life.head - 1].suffix(66).dropLast(2)) : String(repeating: "0", count: 64)
    return "{\"seq\":\(life.head),\"hash\":\"\(hash)\","
      + "\"journal\":{\"uuid\":\"\(life.journal)\",\"segments\":\(life.segments)}}"
  }
}

extension TestRun {
  /// Runs `tail -f` against a server, which lives until the command has ended.
  func follow(_ words: String..., on server: FollowServer) -> Ended {
    withExtendedLifetime(server.server) {
      run(words: ["tail", "-f"] + words + ["--socket", server.server.path], table: .toy)
    }
  }
}
