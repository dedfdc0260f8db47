import JournalStorage
import RecordFormat
import SystemCalls
import Testing

@Suite("A journal's directory lasts before anything in it is acknowledged")
struct NewDirectoryTests {
  @Test("a start that ended between making the directory and making its name durable is made good by the next")
  func madeGood() throws {
    for seed in 1...UInt64(32) {
      let system = SimulatedFileSystem(seed: seed)
      // The first changing call makes the directory, the second syncs its parent.
      system.arm([SimulatedFault(call: 1, .fail(5))])
      #expect(throws: JournalError.self) { _ = try Fixture.claim(system) }
      system.kill()
      try Fixture.write([[0], [0]], to: system)
      system.restart()
      #expect(try Fixture.lines(system).count == 2, "seed \(seed)")
    }
  }

  @Test("the round that found it")
  func round() throws {
    var round = CampaignRound(seed: 2_782_650_548_631_773_913)
    try round.run()
    #expect(round.counts.acknowledged > 0)
  }
}
