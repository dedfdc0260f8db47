import SystemCalls
import Testing

@Suite("Events")
struct EventTests {
  @Test("epoll tells which descriptor is ready, by its token")
  func epoll() throws {
    let epoll = try Epoll()
    var ready = EpollReady()
    let one = try EventDescriptor()
    let two = try EventDescriptor()
    try epoll.add(one.descriptor, .readable, token: 11)
    try epoll.add(two.descriptor, .readable, token: .max)
    #expect(try epoll.wait(into: &ready, timeoutMilliseconds: 0) == 0)
    two.signal()
    two.signal()
    #expect(try epoll.wait(into: &ready, timeoutMilliseconds: 1000) == 1)
    #expect(ready[0].token == .max && ready[0].events.contains(.readable))
    #expect(two.drain() && !two.drain())
    one.signal()
    try epoll.modify(one.descriptor, [], token: 11)
    #expect(try epoll.wait(into: &ready, timeoutMilliseconds: 0) == 0)
    try epoll.modify(one.descriptor, .readable, token: 12)
    #expect(try epoll.wait(into: &ready, timeoutMilliseconds: 0) == 1)
    #expect(ready[0].token == 12)
    try epoll.remove(one.descriptor)
    #expect(try epoll.wait(into: &ready, timeoutMilliseconds: 0) == 0)
  }

  @Test("a wake-up from another thread ends the wait")
  func wake() throws {
    let epoll = try Epoll()
    var ready = EpollReady()
    let event = try EventDescriptor()
    try epoll.add(event.descriptor, .readable, token: 1)
    let waker = try Waker()
    try epoll.add(waker.event.descriptor, .readable, token: 2)
    let thread = try Thread(name: "waker") { waker.event.signal() }
    #expect(try epoll.wait(into: &ready) == 1)
    #expect(ready[0].token == 2)
    thread.join()
  }

  @Test("a half-closed peer is reported")
  func peerEnded() throws {
    let epoll = try Epoll()
    var ready = EpollReady()
    let pair = try UnixSocket.pair()
    try epoll.add(pair.one, [.readable, .peerEnded], token: 5)
    try pair.other.shutDown(.writing)
    #expect(try epoll.wait(into: &ready, timeoutMilliseconds: 1000) == 1)
    #expect(ready[0].events.contains(.peerEnded))
  }

  @Test("a timer fires at its moment, at once when that has passed, and not when it is taken back")
  func timer() throws {
    let timer = try TimerDescriptor()
    try timer.set(deadline: Clock.boottimeNanoseconds() + 3_600_000_000_000)
    #expect(timer.drain() == false)
    try timer.set(deadline: 0)
    #expect(try Poll.wait(timer.descriptor.rawValue, for: .readable, timeoutMilliseconds: 1000))
    #expect(timer.drain() && !timer.drain())
    let moment = Clock.boottimeNanoseconds() + 20_000_000
    try timer.set(deadline: moment)
    #expect(try Poll.wait(timer.descriptor.rawValue, for: .readable, timeoutMilliseconds: 5000))
    #expect(Clock.boottimeNanoseconds() >= moment)
    try timer.set(deadline: nil)
    #expect(timer.drain() == false)
  }

  private final class Waker: Sendable {
    let event: EventDescriptor

    init() throws {
      event = try EventDescriptor()
    }
  }
}
