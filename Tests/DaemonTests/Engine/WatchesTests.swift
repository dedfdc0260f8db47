import Testing
import WireProtocol

@testable import Daemon

@Suite("Who has which subscription")
struct WatchesTests {
  private let one = ConnectionID(index: 0, generation: 0)
  private let other = ConnectionID(index: 1, generation: 0)

  @Test("numbers rise over all connections, and none comes twice")
  func numbers() {
    var watches = Watches(limit: 10)
    #expect(watches.open(.value, on: one) == 1)
    #expect(watches.open(.follower, on: other) == 2)
    #expect(watches.close(2, of: other) == .follower)
    #expect(watches.open(.value, on: other) == 3)
    #expect(watches.count(of: .value) == 2)
    #expect(watches.count(of: .follower) == 0)
    #expect(watches.isOpen(3) && !watches.isOpen(2))
  }

  @Test("both kinds count to the limit, each connection for itself, and one that ends makes room")
  func limit() {
    var watches = Watches(limit: 2)
    #expect(watches.open(.value, on: one) == 1)
    #expect(watches.open(.follower, on: one) == 2)
    #expect(watches.open(.value, on: one) == nil)
    #expect(watches.open(.value, on: other) == 3)
    #expect(watches.close(1, of: one) == .value)
    #expect(watches.open(.follower, on: one) == 4)
  }

  @Test("a connection ends its own only, and each once")
  func foreign() {
    var watches = Watches(limit: 2)
    #expect(watches.open(.value, on: one) == 1)
    #expect(watches.close(1, of: other) == nil)
    #expect(watches.close(7, of: one) == nil)
    #expect(watches.close(1, of: one) == .value)
    #expect(watches.close(1, of: one) == nil)
  }

  @Test("a connection that goes takes all of its own with it, oldest first, and nobody else's")
  func gone() {
    var watches = Watches(limit: 9)
    for place in 0..<6 { _ = watches.open(place % 3 == 0 ? .follower : .value, on: place < 5 ? one : other) }
    let closed = watches.closeAll(of: one)
    #expect(closed.map(\.number) == [1, 2, 3, 4, 5])
    #expect(closed.map(\.kind) == [.follower, .value, .value, .follower, .value])
    #expect(watches.closeAll(of: one).isEmpty)
    #expect(watches.isOpen(6))
    #expect(watches.count(of: .value) == 1)
  }
}
