import JournalStorage
import Testing

@Suite("Every small damage to a small journal gets one verdict, ours and the outside verifier's")
struct ExhaustiveDamageTests {
  typealias Edit = PythonVerifier.Request.Edit

  /// A journal, its only segment's bytes, and a directory that holds it for the outside verifier.
  struct Base {
    let bytes: [UInt8]
    let place: TemporaryDirectory

    init(_ groups: [[Int]]) throws {
      let system = SimulatedFileSystem(seed: 1)
      try Fixture.write(groups, to: system)
      bytes = try #require(system.contents(of: "\(Fixture.directory)/\(firstSegment)"))
      place = try TemporaryDirectory()
      try place.copyJournal(from: system)
    }

    func applying(_ edits: [Edit]) -> [UInt8] {
      var bytes = bytes
      for edit in edits {
        if let cut = edit.cut { bytes.removeLast(max(0, bytes.count - cut)) }
        if let at = edit.at, let hex = edit.hex {
          let digits = Array(hex.utf8)
          for index in 0..<digits.count / 2 {
            let byte = String(decoding: digits[index * 2..<index * 2 + 2], as: UTF8.self)
            let value = UInt8(byte, radix: 16) ?? 0
            if at + index < bytes.count { bytes[at + index] = value } else { bytes.append(value) }
          }
        }
      }
      return bytes
    }

    /// Our verdict on each case, having asked that the outside verifier's is the same.
    func judge(_ cases: [[Edit]]) throws -> [PythonVerifier.Verdict] {
      let ours = try cases.map { try Self.verdict(on: applying($0)) }
      guard PythonVerifier.interpreter != nil else { return ours }
      let theirs = try PythonVerifier.verdicts(
        cases.map { PythonVerifier.Request(directory: place.journal, file: firstSegment, edits: $0) })
      #expect(ours.count == theirs.count)
      for (index, pair) in zip(ours, theirs).enumerated() where pair.0 != pair.1 {
        Issue.record("\(cases[index]): ours \(pair.0), theirs \(pair.1)")
        break
      }
      return ours
    }

    static func verdict(on bytes: [UInt8]) throws -> PythonVerifier.Verdict {
      let system = SimulatedFileSystem(seed: 1)
      try system.makeDirectory(Fixture.directory)
      system.put(bytes, at: "\(Fixture.directory)/\(firstSegment)")
      return PythonVerifier.Verdict(
        try JournalVerifier.verify(directory: Fixture.directory, fileSystem: system))
    }

    /// Where each line begins.
    var lineStarts: [Int] { [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 } }

    func lineStart(at offset: Int) -> Int { lineStarts.last { $0 <= offset } ?? 0 }
  }

  @Test("a flipped bit anywhere is damage, at the line that holds it")
  func everyBit() throws {
    let base = try Base([[0], [3, 0]])
    let cases = base.bytes.indices.flatMap { offset in
      (0..<8).map { bit in [Edit(at: offset, hex: hex([base.bytes[offset] ^ 1 << bit]))] }
    }
    let verdicts = try base.judge(cases)
    for (index, verdict) in verdicts.enumerated() {
      let start = base.lineStart(at: index / 8)
      #expect(verdict.verdict == "damage" && verdict.offset == start, "\(cases[index]) \(verdict)")
    }
  }

  @Test("a cut anywhere behind the header is whole at a line's end and torn elsewhere, at the line it cuts")
  func everyCut() throws {
    let base = try Base([[0], [40, 0], [0]])
    let headerEnd = base.lineStarts[1]
    let verdicts = try base.judge(base.bytes.indices.map { [Edit(cut: $0)] })
    for (length, verdict) in verdicts.enumerated() {
      if length < headerEnd {
        #expect(verdict.verdict == "damage" && verdict.kind == "header" && verdict.offset == 0)
      } else if base.lineStarts.contains(length) {
        #expect(verdict.verdict == "whole", "cut at \(length): \(verdict)")
      } else {
        let isTorn = verdict.verdict == "torn" && verdict.offset == base.lineStart(at: length)
        #expect(isTorn, "cut at \(length): \(verdict)")
      }
    }
  }

  @Test(
    "holes of NUL or 0x0A over any run of sectors: torn in the last group, damage before it", arguments: ["00", "0a"])
  func everyHole(of byte: String) throws {
    let base = try Base([[700], [0, 900, 0], [200, 600, 0, 0, 300]])
    let lastGroup = base.lineStarts[5]
    var cases: [[Edit]] = []
    var starts: [Int] = []
    for start in stride(from: 0, to: base.bytes.count, by: 512) {
      for end in stride(from: start + 512, to: base.bytes.count + 512, by: 512) {
        let end = min(end, base.bytes.count)
        cases.append([Edit(at: start, hex: String(repeating: byte, count: end - start))])
        starts.append(start)
      }
    }
    let verdicts = try base.judge(cases)
    for (index, verdict) in verdicts.enumerated() where starts[index] >= lastGroup {
      #expect(["torn", "whole"].contains(verdict.verdict), "\(starts[index]): \(verdict)")
    }
    for (index, verdict) in verdicts.enumerated() where starts[index] < base.lineStarts[1] {
      #expect(verdict.verdict == "damage" && verdict.kind == "header", "\(cases[index]): \(verdict)")
    }
    #expect(verdicts.contains { $0.verdict == "torn" })
    #expect(verdicts.contains { $0.kind == "syncedRecord" })
  }

  @Test("random runs of changed bytes, NULs, line feeds and cuts get the same verdict from both", .needsPython)
  func randomDamage() throws {
    let base = try Base([[10], [0, 500, 20], [30, 100, 0]])
    var generator = SeededGenerator(seed: 20_261_130)
    let cases = (0..<2_000).map { _ in randomEdits(base.bytes.count, &generator) }
    let verdicts = try base.judge(cases)
    #expect(Set(verdicts.map(\.verdict)) == ["damage", "torn", "whole"])
  }

  private func randomEdits(_ count: Int, _ generator: inout SeededGenerator) -> [Edit] {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      let at = Int.random(in: 0..<count, using: &generator)
      let length = min(count - at, Int.random(in: 1...600, using: &generator))
      let bytes: [UInt8]
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes = [UInt8](repeating: 0, count: length)
      case 1: bytes = [UInt8](repeating: 0x0A, count: length)
      case 2: bytes = (0..<min(length, 8)).map { _ in UInt8.random(in: 0...255, using: &generator) }
      default: return Edit(cut: at)
      }
      return Edit(at: at, hex: hex(bytes))
    }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
