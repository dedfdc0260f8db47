import Foundation
import RecordFormat
import TestSupport
import Testing

@testable import CommandLine

@Suite("tail -f of a journal's files")
struct FileTailTests {
  private func seqs(_ ended: TestRun.Ended) -> [Int] {
    ended.lines.compactMap { line in Int(line.split(separator: " ").first ?? "") }
  }

  /// Runs `tail -f` on the journal, and one step each time it finds nothing new; then its reader goes away.
  private func follow(_ directory: String, _ words: [String], _ steps: [() throws -> Void]) -> TestRun.Ended {
    var left = steps[...]
    var run = TestRun()
    run.onIdle = { () throws(Failure) in
      guard let step = left.popFirst() else { throw .readerGone }
      do { try step() } catch { throw .unreachable("the test's own step failed: \(error)") }
    }
    return run.run(words: ["tail", "-f"] + words + [directory], table: .toy)
  }

  @Test("records that a writer adds are shown, over segments that it begins", arguments: [nil, 600])
  func writer(segmentBytes: Int?) throws {
    let journal = try TestJournal(segmentBytes: segmentBytes)
    try journal.add(1)
    let ended = follow(
      journal.directory, ["--from", "1"],
      [{ try journal.add(2, 3) }, {}, { try journal.add([4, 5]) }, { try journal.add(6, 7, 8, 9) }, {}])
    #expect(ended.status == .fine, "\(ended.errors)")
    #expect(seqs(ended) == Array(1...9))
    #expect(try journal.segments.count > 2 || segmentBytes == nil)
  }

  @Test("filters, --until and the usual beginning hold here too")
  func filters() throws {
    let journal = try TestJournal()
    for amount in 1...12 { try journal.add(amount) }
    #expect(seqs(follow(journal.directory, [], [{ try journal.add(13) }])) == Array(3...13))
    #expect(seqs(follow(journal.directory, ["-n", "2"], [{ try journal.add(14) }])) == [12, 13, 14])
    #expect(seqs(follow(journal.directory, ["--until", "15"], [{ try journal.add(15, 16) }])) == Array(5...15))
    let system = follow(
      journal.directory, ["--by", "system"], [{ try journal.add(17) }, { try journal.log("log.x") }])
    #expect(seqs(system) == [18])
    let time = follow(journal.directory, ["--until", "2026-11-30T08:00:01Z", "--from", "1"], [])
    #expect(seqs(time) == [1, 2])
  }

  @Test("a journal that was moved away, or whose segment was, is not waited for", arguments: ["directory", "segment"])
  func movedAway(what: String) throws {
    let journal = try TestJournal()
    try journal.add(1)
    let place = what == "directory" ? journal.directory : "\(journal.directory)/\(try journal.segments[0])"
    defer { try? FileManager.default.removeItem(atPath: place + ".moved") }
    let ended = follow(
      journal.directory, ["--from", "1"],
      [{ try FileManager.default.moveItem(atPath: place, toPath: place + ".moved") }])
    #expect(ended.status == .unreachable)
    #expect(ended.errors.contains("was removed or replaced by somebody else"), "\(ended.errors)")
  }

  @Test("a beginning beyond what comes next is refused, as by a daemon")
  func beyond() throws {
    let journal = try TestJournal()
    try journal.add(1, 2)
    let ended = follow(journal.directory, ["--from", "4"], [{ try journal.add(3, 4) }])
    #expect(ended.status == .no)
    #expect(ended.errors.contains("ends at seq 2") && ended.errors.contains("notFound"), "\(ended.errors)")
    #expect(seqs(follow(journal.directory, ["--from", "3"], [{ try journal.add(3, 4) }])) == [3, 4])
  }

  @Test("however the bytes come, with unwritten space behind them or not: each record once, as soon as it stands")
  func portions() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let source = try TestJournal(segmentBytes: 1_200)
    try source.add([1, 2, 3])
    for amount in 4...9 { try source.add(amount) }
    source.close()
    for round in 0..<20 {
      let copy = FileManager.default.temporaryDirectory.appending(path: "cli-grow-\(UUID().uuidString.prefix(8))").path
      defer { try? FileManager.default.removeItem(atPath: copy) }
      let steps = try growth(of: source, in: copy, &random)
      try steps[0]()
      let ended = follow(copy, ["--json", "--from", "1"], Array(steps.dropFirst()))
      #expect(ended.status == .fine, "seed \(seed), round \(round): \(ended.errors)")
      #expect(ended.lines == (try source.records), "seed \(seed), round \(round)")
    }
  }

  /// Steps that write the journal's bytes anew in portions of any length.
  private func growth(
    of journal: TestJournal, in directory: String, _ random: inout SplitMix64
  ) throws -> [() throws -> Void] {
    var steps: [() throws -> Void] = []
    for name in try journal.segments {
      let whole = try Data(contentsOf: URL(filePath: journal.directory + "/" + name))
      let path = directory + "/" + name
      var length = try #require(whole.firstIndex(of: 0x0A)) + 1
      let isLast = try journal.segments.last == name
      while true {
        let bytes = whole.prefix(length)
        let blank = length < whole.count && random.next() % 2 == 0 ? Data(repeating: 0x0A, count: 300) : Data()
        steps.append {
          try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
          if !FileManager.default.fileExists(atPath: path) {
            try Data().write(to: URL(filePath: path))
          }
          let file = try #require(FileHandle(forUpdatingAtPath: path))
          try file.write(contentsOf: bytes + blank)
          try file.truncate(atOffset: UInt64(bytes.count + blank.count))
        }
        if length == whole.count { break }
        length = min(whole.count, length + 1 + Int(random.next() % 700))
      }
      guard !isLast else { continue }
      steps.append { try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path) }
    }
    return steps
  }

  @Test("damage that comes while it follows is told with its place; a segment by itself is not followed")
  func damage() throws {
    let journal = try TestJournal()
    try journal.add(1, 2)
    let name = try #require(try journal.segments.first)
    journal.close()
    let ended = follow(
      journal.directory, ["--from", "1"],
      [{ try journal.edit(name) { $0 += Array("{\"seq\":3,\"batch\":3}\nx\n".utf8) } }])
    #expect(ended.status == .damaged)
    #expect(seqs(ended) == [1, 2])
    #expect(ended.errors.contains("\(journal.directory)/\(name):4:"))
    let segment = follow(journal.directory + "/" + name, [], [])
    #expect(segment.status == .usage)
    #expect(segment.errors.contains("name the journal's directory"))
  }

  @Test("a journal that is taken away ends it")
  func removed() throws {
    let journal = try TestJournal()
    try journal.add(1)
    let ended = follow(
      journal.directory, ["--from", "1"], [{ try FileManager.default.removeItem(atPath: journal.directory) }])
    #expect(ended.status == .unreachable)
    #expect(ended.errors.contains("removed or replaced"))
  }
}
