import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Whatever became of its standard streams, the daemon serves", .serialized)
struct StreamTests {
  @Test(
    "started without streams, it writes its lines into no file of its own",
    arguments: ["2>&-", ">&- 2>&-", "<&- 2>&-", "<&- >&-", "<&- >&- 2>&-"])
  func closedStreams(redirections: String) throws {
    let scratch = try Scratch()
    let daemon = Process()
    daemon.standardOutput = FileHandle.nullDevice
    try start(daemon, in: scratch.path, redirections)
    defer { daemon.terminate() }
    try dispatchTwo(scratch.path)
    daemon.terminate()
    daemon.waitUntilExit()
    #expect(daemon.terminationStatus == 0)
    let replay = try run(Programs.client, ["replay", scratch.path + "/journal", "--check"])
    #expect(replay.status == 0, "\(replay.errors)")
  }

  @Test("when whoever read its log goes away, it goes on")
  func brokenPipe() throws {
    let scratch = try Scratch()
    let daemon = Process()
    let pipe = Pipe()
    daemon.standardError = pipe
    try start(daemon, in: scratch.path, "")
    defer { daemon.terminate() }
    // Its first line shows that it has the pipe.
    _ = try pipe.fileHandleForReading.read(upToCount: 1)
    try pipe.fileHandleForReading.close()
    try dispatchTwo(scratch.path)
    daemon.terminate()
    daemon.waitUntilExit()
    #expect(daemon.terminationReason == .exit && daemon.terminationStatus == 0)
  }

  @Test("when its log takes nothing more, it goes on, and stops when asked")
  func fullPipe() throws {
    let scratch = try Scratch()
    let daemon = Process()
    let pipe = Pipe()
    let end = pipe.fileHandleForWriting.fileDescriptor
    let filling = [UInt8](repeating: 0x2E, count: 4096)
    _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    while write(end, filling, filling.count) > 0 {}
    _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) & ~O_NONBLOCK)
    daemon.standardError = pipe
    try start(daemon, in: scratch.path, "")
    defer { daemon.terminate() }
    try dispatchTwo(scratch.path)
    daemon.terminate()
    daemon.waitUntilExit()
    #expect(daemon.terminationReason == .exit && daemon.terminationStatus == 0)
  }

  /// The daemon under a shell that takes streams from it.
  private func start(_ process: Process, in directory: String, _ redirections: String) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", "exec \"$0\" \"$@\" \(redirections)", Programs.daemon.path]
      + ["--journal", directory + "/journal", "--socket", directory + "/d.sock"]
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// Two actions, of which the first has the daemon write to its log.
  private func dispatchTwo(_ directory: String) throws {
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    var client = try? WireClient(directory + "/d.sock")
    while client == nil, Date() < end {
      usleep(2_000)
      client = try? WireClient(directory + "/d.sock")
    }
    let connected = try #require(client)
    for _ in 0..<2 { try connected.dispatch("sync.requested", #"{"pending":1}"#) }
  }
}
