import Foundation
import SystemCalls
import Testing

@testable import Daemon

@Suite("The socket at its path")
struct ListeningSocketTests {
  private func error(_ path: String) -> SocketPathError? {
    do throws(SocketPathError) {
      let socket = try ListeningSocket(claiming: path)
      socket.remove()
      return nil
    } catch {
      return error
    }
  }

  @Test("it is there for owner and group only, whatever the umask, and goes when it is removed")
  func permissions() throws {
    let path = TemporarySocket.path()
    let socket = try ListeningSocket(claiming: path)
    #expect(try FileSystem.linkStatus(path).permissions & 0o777 == 0o660)
    #expect(try FileSystem.linkStatus(path).kind == .socket)
    let removed = socket.remove()
    #expect(removed)
    #expect(!FileSystem.exists(path))
  }

  @Test("107 bytes pass; 108 are refused with length and limit, before anything is touched")
  func length() {
    let longest = "/tmp/" + String(repeating: "s", count: 102 - 8) + String(UInt32.random(in: 10_000_000...99_999_999))
    #expect(longest.utf8.count == 107)
    #expect(error(longest) == nil)
    let longer = longest + "x"
    #expect(error(longer) == .tooLong(path: longer, length: 108, limit: 107))
    #expect(error(longer)?.summary.contains("108 bytes long, and the limit is 107") == true)
    #expect(!FileSystem.exists(longer))
    #expect(error("") == .empty)
    #expect(error("/tmp/a\0b") == .containsNUL(path: "/tmp/a\0b"))
  }

  @Test("a file, a directory and a link at the path are refused and left alone")
  func foreign() throws {
    let path = TemporarySocket.path()
    try Data("precious".utf8).write(to: URL(filePath: path))
    #expect(error(path) == .foreignFile(path: path, kind: .regular))
    #expect(try FileSystem.contents(path) == Array("precious".utf8))
    let link = TemporarySocket.path()
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(error(link) == .foreignFile(path: link, kind: .symbolicLink))
    try FileSystem.remove(link)
    try FileSystem.remove(path)
    try FileSystem.makeDirectory(path)
    #expect(error(path) == .foreignFile(path: path, kind: .directory))
    try FileSystem.removeDirectory(path)
  }

  @Test("where a daemon answers, another is refused, and the first is not disturbed")
  func live() throws {
    let server = try TestServer()
    let before = try FileSystem.linkStatus(server.path)
    #expect(error(server.path) == .alreadyServed(path: server.path))
    #expect(try FileSystem.linkStatus(server.path).isSameFile(as: before))
    var client = try server.connect()
    try client.send(Line.status(1))
    #expect(try client.reply().id == "1")
    server.stop()
  }

  @Test("a stale socket, behind which nobody answers, is replaced")
  func stale() throws {
    let path = TemporarySocket.path()
    do {
      // Closed with its process's descriptor, but never removed.
      let dead = try UnixSocket.listen(at: UnixAddress(path: path))
      #expect(dead.rawValue >= 0)
    }
    #expect(FileSystem.exists(path))
    let socket = try ListeningSocket(claiming: path)
    let client = try UnixSocket.connect(to: UnixAddress(path: path))
    #expect(client.rawValue >= 0)
    let removed = socket.remove()
    #expect(removed)
  }

  @Test("a directory that is not there is named, for somebody to make it")
  func noDirectory() {
    let directory = "/tmp/no-such-directory-\(UInt32.random(in: 0 ..< .max))"
    let refusal = error(directory + "/s")
    #expect(refusal == .noDirectory(path: directory + "/s", directory: directory))
    #expect(refusal?.summary.contains("no directory \(directory)") == true)
  }

  @Test("what another put at the path meanwhile is not removed")
  func replaced() throws {
    let path = TemporarySocket.path()
    let socket = try ListeningSocket(claiming: path)
    try FileSystem.remove(path)
    try Data("another's".utf8).write(to: URL(filePath: path))
    let removed = socket.remove()
    #expect(!removed)
    #expect(try FileSystem.contents(path) == Array("another's".utf8))
    try FileSystem.remove(path)
  }
}
