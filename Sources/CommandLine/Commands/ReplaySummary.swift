import ActionLog
import CanonicalJSON
import Replay

/// What a replay came to, for people and for programs.
struct ReplaySummary<D: Domain> {
  private let run: ReplayRun<D>

  init(_ run: ReplayRun<D>) { self.run = run }

  private var report: ReplayReport { run.report }

  private var recordsPerSecond: Int { run.seconds > 0 ? Int(Double(report.records) / run.seconds) : 0 }

  /// The difference as the end of the command.
  var failure: Failure? { run.difference?.asFailure }

  /// Counts, times and where it ended, aligned; the difference with both sides, if there is one.
  func lines(_ style: Style, _ zone: TimeZoneRule) -> [String] {
    var columns = Columns()
    columns.add("records", Printable.grouped(report.records))
    columns.add("time", Printable.duration(seconds: run.seconds))
    columns.add("rate", "\(Printable.grouped(recordsPerSecond)) records/s")
    let end = run.endsBefore.map { " (the journal ends here, before \($0))" } ?? ""
    columns.add("head", "seq \(run.lastSeq)" + (run.lastAt.map { ", " + zone.text($0) } ?? "") + end)
    columns.add("state", run.digest.hex16)
    columns.add(
      "outcomes",
      "\(Printable.grouped(report.applied)) applied, \(Printable.grouped(report.ignored)) ignored, "
        + "\(Printable.grouped(report.illegal)) illegal")
    addNotes(to: &columns)
    if let difference = run.difference {
      let sides = difference.failure.sides
      columns.add(
        "differs", "seq \(difference.failure.seq) (\(Printable.text(difference.failure.type))): \(sides.what)")
      if let recorded = sides.recorded { columns.add("recorded", Printable.text(recorded)) }
      if let replayed = sides.replayed { columns.add("replayed", Printable.text(replayed)) }
    } else {
      columns.add("result", "as recorded")
    }
    return columns.lines { column, cell in
      guard column == 0 else { return cell }
      return style.paint(cell, cell == "differs" ? .bad : .key)
    }
  }

  // What is no difference, and still worth knowing.
  private func addNotes(to columns: inout Columns) {
    if report.older > 0 {
      let changed = report.firstDifferingOutcome.map { ", first at seq \($0)" } ?? ""
      columns.add(
        "older",
        "\(Printable.count(report.older, "record")) of older versions of the domain, whose digests and outcomes do not "
          + "bind; \(Printable.count(report.differingOutcomes, "outcome")) came out differently\(changed)")
    }
    if let first = report.firstBrokenPromise {
      columns.add(
        "promises",
        "\(Printable.count(report.brokenPromises, "record")) changed the state though ignored or illegal, "
          + "first at seq \(first)")
    }
  }

  /// One object.
  var json: String {
    JSONText.object { writer in
      writer.key("records")
      writer.integer(report.records)
      writer.key("seconds")
      writer.double(run.seconds)
      writer.key("recordsPerSecond")
      writer.integer(recordsPerSecond)
      writer.key("seq")
      writer.integer(run.lastSeq)
      writer.key("state")
      writer.string(run.digest.hex16)
      writer.key("applied")
      writer.integer(report.applied)
      writer.key("ignored")
      writer.integer(report.ignored)
      writer.key("illegal")
      writer.integer(report.illegal)
      writer.key("older")
      writer.integer(report.older)
      writer.key("brokenPromises")
      writer.integer(report.brokenPromises)
      writer.key("ok")
      writer.bool(run.difference == nil)
      guard let difference = run.difference else { return }
      let sides = difference.failure.sides
      writer.key("difference")
      writer.beginObject()
      writer.key("seq")
      writer.integer(difference.failure.seq)
      writer.key("type")
      writer.string(difference.failure.type)
      writer.key("what")
      writer.string(sides.what)
      if let recorded = sides.recorded {
        writer.key("recorded")
        writer.string(recorded)
      }
      if let replayed = sides.replayed {
        writer.key("replayed")
        writer.string(replayed)
      }
      writer.key("place")
      writer.string(difference.place)
      writer.endObject()
    }
  }
}
