import JournalStorage
import RecordFormat
import SystemCalls
import Testing

@Suite("The writer: groups, rolls, room, and failing closed")
struct WriterTests {
  let system = SimulatedFileSystem(seed: 11)
  let first = "\(Fixture.directory)/\(firstSegment)"

  private func limits(_ change: (inout JournalLimits) -> Void) -> JournalLimits {
    var limits = JournalLimits()
    change(&limits)
    return limits
  }

  @Test("a second writer is refused while the first holds the journal, and gets it when that is closed")
  func lock() throws {
    let (writer, _) = try Fixture.claim(system)
    #expect(throws: JournalError(.locked, directory: Fixture.directory)) { try Fixture.claim(system) }
    writer.close()
    _ = try Fixture.claim(system)
  }

  @Test("a writer is let in although a tool's probe holds the lock for a moment")
  func probe() throws {
    try Fixture.write([[0]], to: system)
    let directory = try system.open(Fixture.directory, .directory)
    #expect(try directory.lock(exclusive: false))
    #expect(throws: JournalError(.locked, directory: Fixture.directory)) { try Fixture.claim(system) }
    try directory.unlock()
    _ = try Fixture.claim(system)
  }

  @Test("a group is one write and one sync")
  func oneWrite() throws {
    let (writer, _) = try Fixture.claim(system)
    #expect(writer.reserve(atLeast: 1 << 20))
    system.arm([])
    try writer.commit(Fixture.group(from: 1, paddings: [10, 20, 30]))
    #expect(system.calls == 2)
  }

  @Test("what a commit says is where the lines are")
  func committed() throws {
    let (writer, _) = try Fixture.claim(system)
    let group = Fixture.group(from: 1, paddings: [10, 20])
    let committed = try writer.commit(group)
    let bytes = try #require(system.contents(of: first))
    #expect(committed.range == bytes.count - group.lineBytes..<bytes.count && committed.file == firstSegment)
    #expect(committed.head.seq == 2 && committed.head.at == Fixture.at(2) && writer.head == committed.head)
    #expect(writer.bytes == bytes.count)
  }

  @Test("a segment rolls before the group that would make it too long; a group never spans two")
  func rollsBySize() throws {
    let (writer, _) = try Fixture.claim(system, limits: limits { $0.segmentBytes = 1500 })
    var seq: UInt64 = 1
    for _ in 0..<10 {
      try writer.commit(Fixture.group(from: seq, paddings: [100, 100]))
      seq += 2
    }
    let verdict = try JournalVerifier.verify(directory: Fixture.directory, fileSystem: system)
    #expect(verdict.isInProgress && verdict.isFine && verdict.headSeq == 20)
    #expect(verdict.segments.count == writer.segments && writer.segments > 3)
    #expect(verdict.segments.dropLast().allSatisfy { $0.isSealed && $0.size <= 1500 && $0.records.isMultiple(of: 2) })
    #expect(verdict.segments.last?.isSealed == false)
    #expect(verdict.bytes == writer.bytes)
  }

  @Test("a segment rolls when it is a day old")
  func rollsByAge() throws {
    let (writer, _) = try Fixture.claim(system, limits: limits { $0.segmentAgeMicroseconds = 2_500_000 })
    let rolled = try (1...4).map { try writer.commit(Fixture.group(from: $0, paddings: [0])).rolled }
    #expect(rolled == [false, false, true, false])
  }

  @Test("a roll that finds no room stays in the old segment and is tried again later")
  func rollWithoutRoom() throws {
    let step = limits {
      $0.segmentBytes = 2000
      $0.reserveStep = 1
    }
    let (writer, _) = try Fixture.claim(system, limits: step)
    #expect(writer.reserve(atLeast: 4000))
    try writer.commit(Fixture.group(from: 1, paddings: [1200]))
    system.setCapacity(system.freeBytes == 0 ? 0 : 4600)
    let second = try writer.commit(Fixture.group(from: 2, paddings: [600]))
    #expect(!second.rolled && second.file == firstSegment)
    #expect(try system.names(in: Fixture.directory) == [firstSegment])
    #expect(try system.status(of: first)?.permissions == 0o600)
    system.setCapacity(1 << 30)
    #expect(try writer.commit(Fixture.group(from: 3, paddings: [0])).rolled)
  }

  @Test("room promised in the old segment is there in the new one")
  func roomMovesWithTheRoll() throws {
    let (writer, _) = try Fixture.claim(
      system,
      limits: limits {
        $0.segmentBytes = 1
        $0.reserveStep = 1
      })
    #expect(writer.reserve(atLeast: 5000))
    try writer.commit(Fixture.group(from: 1, paddings: [100]))
    let room = writer.roomBytes
    #expect(try writer.commit(Fixture.group(from: 2, paddings: [100])).rolled)
    #expect(writer.roomBytes >= room - 500 && room > 4000)
  }

  @Test("no space: nothing is promised and nothing changes; what was promised is still there")
  func noSpace() throws {
    let (writer, _) = try Fixture.claim(system, limits: limits { $0.reserveStep = 1 })
    #expect(writer.reserve(atLeast: 10_000))
    system.setCapacity(12_000)
    #expect(!writer.reserve(atLeast: 1 << 20))
    #expect(writer.roomBytes >= 10_000 && writer.status.failure == nil)
    try writer.commit(Fixture.group(from: 1, paddings: [9000]))
  }

  @Test("where blocks cannot be reserved there is a floor on free space")
  func floor() throws {
    let plain = SimulatedFileSystem(seed: 1, capacity: 1 << 20, reservesBlocks: false)
    let (writer, _) = try Fixture.claim(plain, limits: limits { $0.freeFloor = 500_000 })
    #expect(writer.reserve(atLeast: 400_000))
    #expect(!writer.reserve(atLeast: 900_000))
    try writer.commit(Fixture.group(from: 1, paddings: [1000]))
  }

  @Test("short writes and interrupts are carried through")
  func shortWrites() throws {
    let (writer, _) = try Fixture.claim(system)
    system.arm([
      SimulatedFault(call: 0, .short(1)), SimulatedFault(call: 1, .fail(4)), SimulatedFault(call: 2, .short(100)),
    ])
    try writer.commit(Fixture.group(from: 1, paddings: [300, 300]))
    #expect(try Fixture.lines(system).count == 2)
  }

  @Test("after a failed write or sync the writer is dead, and says why each time", arguments: [0, 1])
  func failsClosed(call: Int) throws {
    let (writer, _) = try Fixture.claim(system)
    try writer.commit(Fixture.group(from: 1, paddings: [0]))
    system.arm([SimulatedFault(call: call, .fail(5))])
    let why = #expect(throws: JournalError.self) { try writer.commit(Fixture.group(from: 2, paddings: [600])) }
    #expect(why?.daemonExitCode == 3 && why?.name == "io" && writer.status.failure == why)
    let again = #expect(throws: JournalError.self) { try writer.commit(Fixture.group(from: 2, paddings: [0])) }
    #expect(again == why)
    #expect(!writer.reserve(atLeast: 1))
    #expect(writer.head.seq == 1)
  }

  @Test("a failed seal or header of a roll kills the writer; a start finishes the roll", arguments: 0..<8)
  func failedRoll(call: Int) throws {
    let (writer, _) = try Fixture.claim(system, limits: limits { $0.segmentBytes = 1 })
    try writer.commit(Fixture.group(from: 1, paddings: [0]))
    system.arm([SimulatedFault(call: call, .fail(5))])
    do throws(JournalError) {
      _ = try writer.commit(Fixture.group(from: 2, paddings: [0]))
      Issue.record("call \(call) did not fail")
    } catch {
      #expect(writer.status.failure == error)
    }
    system.kill()
    let (again, _) = try Fixture.claim(system)
    #expect(again.head.seq == 1)
    try again.commit(Fixture.group(from: 2, paddings: [0]))
    #expect(try Fixture.lines(system).count == 2)
  }

  @Test("a line no reader would take is not written")
  func lineTooLong() throws {
    let (writer, _) = try Fixture.claim(system, limits: limits { $0.longestLine = 400 })
    let before = system.contents(of: first)
    let error = #expect(throws: JournalError.self) { try writer.commit(Fixture.group(from: 1, paddings: [400])) }
    #expect(error?.name == "lineTooLong" && system.contents(of: first) == before)
  }

  @Test("hands from outside: a lost name, a replaced file, a second name, another size stop the writer")
  func foreignHands() throws {
    let meddling: [(String, (String) throws -> Void)] = [
      ("nameLost", { try system.remove($0) }),
      (
        "replaced",
        {
          let bytes = system.contents(of: $0) ?? []
          try system.remove($0)
          system.put(bytes, at: $0)
        }
      ),
      ("links", { system.link($0, as: "/second") }),
      ("longer", { system.put((system.contents(of: $0) ?? []) + [0x0A], at: $0) }),
      ("shorter", { system.put((system.contents(of: $0) ?? []).dropLast(), at: $0) }),
    ]
    for (index, (name, meddle)) in meddling.enumerated() {
      let directory = "/journal\(index)"
      let (writer, _) = try Fixture.claim(system, directory: directory)
      try writer.commit(Fixture.group(from: 1, paddings: [0]))
      try meddle("\(directory)/\(firstSegment)")
      let error = #expect(throws: JournalError.self, "\(name)") {
        try writer.commit(Fixture.group(from: 2, paddings: [0]))
      }
      #expect(error?.name == "foreignHands" && error?.daemonExitCode == 3, "\(name)")
    }
  }

  @Test("with space written ahead a commit changes no size, readers see only records, a close cuts it")
  func prefill() throws {
    let (writer, _) = try Fixture.claim(system, limits: limits { $0.prefill = 5000 })
    try writer.commit(Fixture.group(from: 1, paddings: [0]))
    let size = try #require(try system.status(of: first)).size
    #expect(size > 5000)
    try writer.commit(Fixture.group(from: 2, paddings: [0, 0]))
    #expect(try system.status(of: first)?.size == size)
    let verdict = try JournalVerifier.verify(directory: Fixture.directory, fileSystem: system)
    #expect(verdict.headSeq == 3 && verdict.ending == .whole(unwritten: size - writer.bytes))
    writer.close()
    #expect(try system.status(of: first)?.size == verdict.bytes)
  }

  @Test("a closed writer cuts what it had reserved and takes nothing more")
  func close() throws {
    let (writer, _) = try Fixture.claim(system)
    let free = system.freeBytes
    #expect(writer.reserve(atLeast: 1 << 20) && system.freeBytes < free)
    writer.close()
    #expect(system.freeBytes == free && writer.status.failure?.name == "closed")
    #expect(throws: JournalError.self) { try writer.commit(Fixture.group(from: 1, paddings: [0])) }
  }
}
