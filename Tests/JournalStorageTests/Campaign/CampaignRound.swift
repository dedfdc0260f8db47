import JournalStorage
import RecordFormat

/// One journal that lives through several lives, each of which something ends.
struct CampaignRound {
  /// What must hold and did not.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  let system: SimulatedFileSystem
  var generator: SeededGenerator
  var counts = CampaignCounts()
  /// One fault in the first life instead of random ones.
  var only: SimulatedFault?
  /// The bodies acknowledged, in order.
  private var acknowledged: [[UInt8]] = []
  /// The bodies of the group that was being committed when the life ended.
  private var inDoubt: [[UInt8]] = []
  private var limits = JournalLimits()

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    let reserves = !generator.oneIn(4)
    system = SimulatedFileSystem(seed: seed &* 31, capacity: 1 << 24, reservesBlocks: reserves)
    limits.segmentBytes = [1500, 6000, 1 << 20][Int.random(in: 0..<3, using: &generator)]
    limits.prefill = generator.oneIn(3) ? 3000 : 0
    limits.reserveStep = 4096
    limits.freeFloor = 4096
  }

  mutating func run() throws {
    for life in 0..<(only == nil ? 4 : 2) {
      armFaults(inFirstLife: life == 0)
      try live(goal: only == nil ? Int.random(in: 1...12, using: &generator) : 6)
      endLife()
      try check()
    }
  }

  private mutating func armFaults(inFirstLife: Bool) {
    if let only {
      system.arm(inFirstLife ? [only] : [])
      return
    }
    var faults: [SimulatedFault] = []
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let call = Int.random(in: 0..<50, using: &generator)
      let kinds: [SimulatedFault.Kind] = [.powerCut, .powerCut, .fail(5), .fail(28), .fail(4), .short(1), .short(200)]
      faults.append(SimulatedFault(call: call, kinds[Int.random(in: 0..<kinds.count, using: &generator)]))
    }
    system.arm(faults)
  }

  /// Claims the journal and commits groups until something fails or the goal is reached.
  private mutating func live(goal: Int) throws {
    counts.lives += 1
    do throws(JournalError) {
      let (writer, report) = try Fixture.claim(system, limits: limits)
      if report.cut != nil { counts.tornTails += 1 }
      try settleDoubt(upTo: writer.head.seq)
      for _ in 0..<goal { try commit(to: writer) }
      if generator.oneIn(2) { writer.close() }
    } catch {
      if case .damaged = error.kind { throw Violation(description: "claim: \(error)") }
      if !system.isPowerOff { counts.failures += 1 }
    }
  }

  private mutating func commit(to writer: JournalWriter) throws(JournalError) {
    let seq = writer.head.seq + 1
    let paddings = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      Int.random(in: 0...900, using: &generator)
    }
    let group = Fixture.group(from: seq, paddings: paddings)
    guard writer.reserve(atLeast: group.lineBytes) else {
      if let failure = writer.status.failure { throw failure }
      return
    }
    inDoubt = paddings.enumerated().map {
      Fixture.body(seq: seq + UInt64($0.offset), batch: seq, padding: $0.element)
    }
    let committed = try writer.commit(group)
    if committed.rolled { counts.rolls += 1 }
    acknowledged += inDoubt
    counts.acknowledged += inDoubt.count
    inDoubt = []
  }

  /// After a claim the group in doubt is there from its first record up to some record, and certain from now on.
  private mutating func settleDoubt(upTo head: UInt64) throws(JournalError) {
    let kept = Int(head) - acknowledged.count
    guard kept >= 0, kept <= inDoubt.count else { return }
    counts.unacknowledgedKept += kept
    acknowledged += inDoubt.prefix(kept)
    inDoubt = []
  }

  private mutating func endLife() {
    if system.isPowerOff || generator.oneIn(2) {
      if system.isPowerOff { counts.powerCuts += 1 }
      system.restart()
    } else {
      counts.kills += 1
      system.kill()
      if generator.oneIn(3) { system.dropCaches() }
    }
  }

  /// Everything acknowledged is there, in order, once; what follows is the group in doubt; there is no damage.
  private func check() throws {
    guard try !(JournalListing.list(Fixture.directory, system)?.segments.isEmpty ?? true) else {
      if !acknowledged.isEmpty { throw Violation(description: "the journal is gone") }
      return
    }
    let verdict = try JournalVerifier.verify(directory: Fixture.directory, fileSystem: system)
    if let problem = verdict.problem { throw Violation(description: "verify: \(problem)") }
    let possible = acknowledged + inDoubt
    let found = try Fixture.lines(system).map { Array($0.utf8.dropLast(HashChain.suffixLength)) }
    guard found.count >= acknowledged.count, found.count <= possible.count else {
      throw Violation(
        description: "\(found.count) records found, \(acknowledged.count) acknowledged, \(inDoubt.count) in doubt")
    }
    for (index, body) in found.enumerated() where body != possible[index] {
      throw Violation(description: "record \(index + 1) is not what was written")
    }
  }
}
