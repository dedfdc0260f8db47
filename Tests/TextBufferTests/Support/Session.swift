import CanonicalJSON
import Foundation
import ProgramSupport
import TestSupport
import Testing
import TextBuffer

/// A recorded session on its way through a daemon that is killed again and again.
final class Session {
  private let trace: Trace
  private let count: Int
  private let context: String
  private let scratch: Scratch
  private let editor: Editor

  init(_ trace: Trace, count: Int, context: String) throws {
    self.trace = trace
    self.count = count
    self.context = context
    scratch = try Scratch()
    editor = Editor(trace.payloads[..<count])
  }

  /// Sends the session, the daemon killed about `kills` times on the way.
  func write(kills: Int, _ random: inout SplitMix64) throws {
    var killed = 0
    while !editor.isDone {
      let daemon = try DaemonProcess.textBuffer(in: scratch.path)
      let socket = try LineSocket(daemon.socketPath)
      let place = editor.acknowledged.count + Int.random(in: 1...max(1, 2 * count / kills), using: &random)
      let delay = UInt32.random(in: 0..<3_000, using: &random)
      let killer = DispatchGroup()
      var isArmed = false
      try editor.go(over: socket) { acknowledged in
        guard acknowledged >= place, !isArmed else { return }
        isArmed = true
        // A little later, so that the cut comes at any place of a commit.
        DispatchQueue.global().async(group: killer) {
          usleep(delay)
          daemon.sendKill()
        }
      }
      killer.wait()
      // One that came when all was acknowledged cut nothing off.
      killed += isArmed && !editor.isDone ? 1 : 0
      daemon.kill()
    }
    print("\(context): \(count) transactions, killed \(killed) times, \(editor.duplicates) answered as duplicates")
    #expect(killed == 0 || editor.duplicates > 0, "\(context)")
  }

  /// Compares text, digests and prefixes.
  func check(prefixes: Int, _ random: inout SplitMix64) throws {
    let daemon = try DaemonProcess.textBuffer(in: scratch.path)
    let live = try liveState(daemon)
    #expect(daemon.stop().status == 0, "\(context)")
    let records = try JournalText.records(daemon.journalPath)
    checkRecords(records)
    try checkReplay(daemon.journalPath, records, live)
    for _ in 0..<prefixes {
      let seq = UInt64.random(in: 1...UInt64(records.count), using: &random)
      try checkPrefix(daemon.journalPath, records, through: seq)
    }
  }

  /// The text and the whole state as the daemon tells them.
  private func liveState(_ daemon: DaemonProcess) throws -> [UInt8] {
    let text = try value(daemon, ["--select", "text"])
    let expected = try model(through: count).string
    let isModel = haveSameBytes(try CanonicalDecoder().decode(String.self, from: text), expected)
    #expect(isModel, "\(context): not the text of the model")
    if count == trace.payloads.count {
      let isRecorded = haveSameBytes(expected, trace.end)
      #expect(isRecorded, "\(context): not the recorded text")
    }
    return try value(daemon, [])
  }

  private func value(_ daemon: DaemonProcess, _ words: [String]) throws -> [UInt8] {
    let answer = try run(TextPrograms.client, ["get", "--socket", daemon.socketPath] + words)
    guard answer.status == 0 else { throw Failure("\(context): get: \(answer.errors)") }
    return Array(answer.bytes.dropLast())
  }

  private func model(through count: Int) throws -> ScalarModel {
    var model = ScalarModel()
    for transaction in 0..<count { model.apply(try trace.patches(of: transaction)) }
    return model
  }

  /// Everything acknowledged is there once, in order, with the digest and outcome that its answer told.
  private func checkRecords(_ records: [JournalText.Record]) {
    #expect(records.map(\.seq) == Array(1...UInt64(records.count)), "\(context): a gap")
    #expect(records.compactMap(\.id) == (0..<count).map(Editor.key), "\(context): lost, twice or out of order")
    for (transaction, told) in editor.acknowledged.enumerated() {
      let record = records[Int(told.seq) - 1]
      let isSame =
        record.id == Editor.key(of: transaction) && record.state == told.state && record.outcome == told.outcome
      #expect(isSame, "\(context): \(transaction) was answered \(told), and the journal has \(record)")
    }
  }

  /// A replay compares each record; two more, in processes with other hash seeds, give the bytes of the live state.
  private func checkReplay(_ journal: String, _ records: [JournalText.Record], _ live: [UInt8]) throws {
    let check = try run(TextPrograms.client, ["replay", journal, "--check", "--json"])
    #expect(check.status == 0, "\(context): \(check.errors)")
    let summary = try JSONValue.parse(check.bytes)
    #expect(summary["state"]?.string == records.last?.state, "\(context)")
    #expect(summary["records"]?.number?.spelling == "\(records.count)", "\(context)")
    for seeding in [[:], ["SWIFT_DETERMINISTIC_HASHING": "1"]] {
      let replay = try run(TextPrograms.client, ["replay", journal, "--print-state"], environment: seeding)
      #expect(replay.status == 0, "\(context): \(replay.errors)")
      let isSame = Array(replay.bytes.dropLast()) == live
      #expect(isSame, "\(context): replay gives another state")
    }
  }

  /// The text after a record is the one that the model has after as many transactions.
  private func checkPrefix(_ journal: String, _ records: [JournalText.Record], through seq: UInt64) throws {
    let answer = try run(TextPrograms.client, ["get", "--select", "text", "--at", "\(seq)", journal, "--json"])
    #expect(answer.status == 0, "\(context): \(answer.errors)")
    let past = try JSONValue.parse(Array(answer.bytes.dropLast()))
    #expect(past["state"]?.string == records[Int(seq) - 1].state, "\(context): another digest at \(seq)")
    let text = past["value"]?.string ?? ""
    let transactions = records.prefix(Int(seq)).compactMap(\.id).count
    let isSame = haveSameBytes(text, try model(through: transactions).string)
    #expect(isSame, "\(context): another text after record \(seq)")
  }
}
