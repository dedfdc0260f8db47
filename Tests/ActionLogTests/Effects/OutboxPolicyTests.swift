import Testing

@testable import ActionLog

struct OutboxPolicyTests {
  @Test("latest: a newer effect settles the older one and starts at once")
  func latest() throws {
    var script = OutboxScript()
    #expect(try script.record(.perform("k", .latest)).startedIDs == ["1.0"])
    let change = try script.record(.perform("k", .latest))
    #expect(change.settledIDs == ["1.0"])
    #expect(change.startedIDs == ["2.0"])
    #expect(script.outbox.outstandingIDs == ["2.0"])
  }

  @Test("latest: of two in one record only the second starts")
  func latestTwice() throws {
    var script = OutboxScript()
    let change = try script.record(.perform("k", .latest), .perform("k", .latest))
    #expect(change.settledIDs == ["1.0"])
    #expect(change.startedIDs == ["1.1"])
  }

  @Test("queue: effects start one after another, each when the one before has settled")
  func queue() throws {
    var script = OutboxScript()
    #expect(try script.record(.perform("k", .queue), .perform("k", .queue)).startedIDs == ["1.0"])
    #expect(try script.record(.perform("k", .queue)).startedIDs == [])
    #expect(script.outbox.startableIDs == ["1.0"])
    #expect(script.outbox.outstandingIDs == ["1.0", "1.1", "2.0"])
    let change = try script.record(reports: "1.0")
    #expect(change.settledIDs == ["1.0"])
    #expect(change.startedIDs == ["1.1"])
    #expect(try script.record(reports: "1.1").startedIDs == ["2.0"])
    #expect(try script.record(reports: "2.0").startedIDs == [])
    #expect(script.outbox.isEmpty)
  }

  @Test("queue: one that settles while it waits is skipped, the order of the others stays")
  func queueSkips() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .queue), .perform("k", .queue), .perform("k", .queue))
    #expect(try script.record(reports: "1.1").startedIDs == [])
    #expect(try script.record(reports: "1.0").startedIDs == ["1.2"])
    _ = try script.record(.perform("k", .queue))
    #expect(try script.record(reports: "1.2").startedIDs == ["4.0"])
  }

  @Test("queue: the last one that settles leaves the place behind it to the next one asked for")
  func queueLastSettles() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .queue), .perform("k", .queue))
    _ = try script.record(reports: "1.1")
    _ = try script.record(.perform("k", .queue))
    #expect(script.outbox.outstandingIDs == ["1.0", "3.0"])
    #expect(try script.record(reports: "1.0").startedIDs == ["3.0"])
  }

  @Test("queues of other keys do not wait for one another")
  func queuesApart() throws {
    var script = OutboxScript()
    #expect(try script.record(.perform("a", .queue), .perform("b", .queue)).startedIDs == ["1.0", "1.1"])
    #expect(try script.record(reports: "1.1", .perform("a", .queue), .perform("b", .queue)).startedIDs == ["2.1"])
  }

  @Test("dropNew: the new effect is journaled as dropped, never starts and is never outstanding")
  func dropNew() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .dropNew))
    let change = try script.record(.perform("k", .dropNew))
    #expect(script.journaled.map(\.dropped) == [true])
    #expect(change.isEmpty)
    #expect(script.outbox.outstandingIDs == ["1.0"])
  }

  @Test("dropNew: of two in one record the second is dropped")
  func dropNewTwice() throws {
    var script = OutboxScript()
    #expect(try script.record(.perform("k", .dropNew), .perform("k", .dropNew)).startedIDs == ["1.0"])
    #expect(script.journaled.map(\.dropped) == [false, true])
  }

  @Test("dropNew: the report that settles the one before makes room in its own record")
  func dropNewAfterReport() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .dropNew))
    let change = try script.record(reports: "1.0", .perform("k", .dropNew))
    #expect(script.journaled.map(\.dropped) == [false])
    #expect(change.settledIDs == ["1.0"])
    #expect(change.startedIDs == ["2.0"])
  }

  @Test("dropNew: a cancel in the same record makes room, wherever it stands in the list")
  func dropNewAfterCancel() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .dropNew))
    let change = try script.record(.perform("k", .dropNew), .cancel("k"))
    #expect(script.journaled.map(\.dropped) == [false, false])
    #expect(change.settledIDs == ["1.0"])
    #expect(change.startedIDs == ["2.0"])
  }

  @Test("parallel: at most n are started at a time, the others wait in order")
  func parallel() throws {
    var script = OutboxScript()
    let three = Ask.perform("k", .parallel(2))
    #expect(try script.record(three, three, three, three).startedIDs == ["1.0", "1.1"])
    #expect(try script.record(reports: "1.1").startedIDs == ["1.2"])
    #expect(try script.record(reports: "1.2").startedIDs == ["1.3"])
    #expect(try script.record(reports: "1.3").startedIDs == [])
    #expect(try script.record(three).startedIDs == ["5.0"])
    #expect(script.outbox.startableIDs == ["1.0", "5.0"])
  }

  @Test("forget: awaits nothing, starts once, is not handed out again after a restart")
  func forget() throws {
    var script = OutboxScript()
    let change = try script.record(.perform("k", .forget), .perform("k", .forget))
    #expect(change.startedIDs == ["1.0", "1.1"])
    #expect(script.outbox.isEmpty)
    #expect(script.outbox.startable.isEmpty)
    #expect(try script.record(reports: "1.0").isEmpty)
  }

  @Test("a key has one policy: another is a fault of the domain that changes nothing")
  func secondPolicy() throws {
    var script = OutboxScript()
    _ = try script.record(.perform("k", .queue))
    let before = script.outbox
    let fault = #expect(throws: DomainFault.self) { try script.record(.perform("k", .latest)) }
    #expect(fault?.kind == .secondPolicy(key: "k", has: .queue, asked: .latest))
    #expect(fault?.seq == 2)
    #expect(script.outbox == before)
    #expect(throws: DomainFault.self) { try script.record(.perform("k", .forget)) }
    #expect(throws: DomainFault.self) { try script.record(.perform("n", .parallel(2)), .perform("n", .parallel(3))) }
    #expect(throws: DomainFault.self) { try script.record(.perform("n", .forget), .perform("n", .latest)) }
  }

  @Test("keys are compared by their bytes: two spellings of one letter are two keys")
  func keysAreBytes() throws {
    var script = OutboxScript()
    let change = try script.record(.perform("\u{E9}", .dropNew), .perform("e\u{301}", .dropNew))
    #expect(change.startedIDs == ["1.0", "1.1"])
  }
}
