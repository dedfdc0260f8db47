import Foundation
import SystemCalls
import Testing
import WireProtocol

@testable import Daemon

/// Each test runs in a process of its own, for it takes every descriptor there is.
@Suite("When descriptors run out", .timeLimit(.minutes(1)))
struct DescriptorsRunOutTests {
  @Test("who comes is told busy and closed, those who are there are served, and there is room again afterwards")
  func spare() async throws {
    await #expect(processExitsWith: .success) {
      let server = try TestServer()
      var first = try server.connect()
      try server.block(first)
      var late = [Client(try server.connect()), Client(try server.connect()), Client(try server.connect())]
      var taken = try AllDescriptors.take()
      server.unblock()
      #expect(try first.reply().id == "0")
      for client in late {
        let told = try client.reply()
        #expect(told.error == "busy")
        #expect(told.data["limit"] == "descriptors")
        #expect(try client.line() == nil)
      }
      try first.send(Line.status(1))
      #expect(try first.reply().id == "1")
      taken = []
      late = []
      var later = try server.connect()
      try later.send(Line.status(2))
      #expect(try later.reply().id == "2")
      let counters = server.stop().counters
      #expect(counters.outOfDescriptors == 3 && counters.turnedAway == 3 && taken.isEmpty)
    }
  }

  @Test("without a spare the loop looks away from who waits instead of spinning, and takes them when it can")
  func pause() async throws {
    await #expect(processExitsWith: .success) {
      let server = try TestServer()
      var first = try server.connect()
      server.seen.change { seen in
        seen.losesSpare = true
        seen.waker?.wake()
      }
      server.wait { !$0.losesSpare }
      try server.block(first)
      var waiting = try server.connect()
      try waiting.send(Line.status(7))
      var taken = try AllDescriptors.take()
      server.unblock()
      let before = server.seen.withLock { $0.ticks }
      for id in 0..<50 {
        #expect(try first.reply().id == "\(id)")
        try first.send(Line.status(id + 1))
      }
      // A turn takes a round or two; a loop that goes on watching the listener makes many more.
      #expect(server.seen.withLock { $0.ticks } - before < 50 * 3)
      #expect(server.seen.withLock { $0.counters.outOfDescriptors } == 1)
      taken = []
      #expect(try waiting.reply().id == "7")
      #expect(server.stop().counters.accepted == 2 && taken.isEmpty)
    }
  }
}

/// A client that can stand in a list.
private final class Client {
  private var client: TestClient

  init(_ client: consuming TestClient) {
    self.client = client
  }

  func reply() throws -> Reply { try client.reply() }
  func line() throws -> String? { try client.line() }
}

/// Descriptors that are held so that nobody else gets one.
private final class AllDescriptors {
  private let file: FileDescriptor

  private init() throws {
    file = try FileDescriptor.open("/dev/null", .readOnly)
  }

  /// Lowers the limit of the process and takes every descriptor below it.
  static func take() throws -> [AllDescriptors] {
    let most: rlim_t = 512
    var limit = rlimit(rlim_cur: most, rlim_max: most)
    #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    var all: [AllDescriptors] = []
    while let one = try? AllDescriptors() { all.append(one) }
    #expect(!all.isEmpty)
    return all
  }
}
