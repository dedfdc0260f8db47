import ActionLog
import CanonicalJSON
import JournalStorage

/// A record that the daemon writes about itself.
enum OwnRecord {
  /// Recovery and replay are done.
  case opened(program: String, domainVersion: Int, recovery: RecoveryNote)
  /// A clean stop.
  case closed(why: String)
  /// An effect ended with nothing to report.
  case effectSettled(EffectID, why: String)
  /// The wall clock went back.
  case clockSteppedBack(RecordClock.StepBack)
  /// A newer version of the domain has reduced the history again.
  case domainChanged(from: Int, to: Int, digest: StateDigest, differences: Int)

  /// What recovery did to the journal.
  struct RecoveryNote {
    /// Whether the run before was stopped cleanly; nil for a new journal.
    var wasClean: Bool?
    /// A torn tail that was cut: how many bytes, from which file and offset, and where they are kept.
    var cut: (bytes: Int, file: String, offset: Int, aside: String)?
    /// The seqs of the group that was written again in place.
    var rewritten: ClosedRange<UInt64>?
    /// Left-over files that were removed.
    var removed: [String] = []
  }

  /// The record's type.
  var type: String {
    switch self {
    case .opened: "log.opened"
    case .closed: "log.closed"
    case .effectSettled: "log.effectSettled"
    case .clockSteppedBack: "log.clockSteppedBack"
    case .domainChanged: "log.domainChanged"
    }
  }

  /// The effect that the record settles.
  var effect: EffectID? {
    if case .effectSettled(let id, _) = self { return id }
    return nil
  }

  /// The payload, a JSON object.
  var payload: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    switch self {
    case .opened(let program, let domainVersion, let recovery): Self.write(program, domainVersion, recovery, to: &json)
    case .closed(let why), .effectSettled(_, let why):
      json.key("why")
      json.string(why)
    case .clockSteppedBack(let step):
      json.key("last")
      json.string(Timestamp(microseconds: step.last).rfc3339)
      json.key("wall")
      json.string(Timestamp(microseconds: step.wall).rfc3339)
    case .domainChanged(let from, let to, let digest, let differences):
      json.key("differences")
      json.integer(differences)
      json.key("from")
      json.integer(from)
      json.key("state")
      json.string(digest.hex16)
      json.key("to")
      json.integer(to)
    }
    json.endObject()
    return json.bytes
  }

  private static func write(
    _ program: String, _ domainVersion: Int, _ recovery: RecoveryNote, to json: inout JSONWriter
  ) {
    json.key("domainVersion")
    json.integer(domainVersion)
    json.key("program")
    json.string(program)
    json.key("recovery")
    json.beginObject()
    if let wasClean = recovery.wasClean {
      json.key("cleanStop")
      json.bool(wasClean)
    }
    if let cut = recovery.cut {
      json.key("cut")
      json.beginObject()
      json.key("aside")
      json.string(cut.aside)
      json.key("bytes")
      json.integer(cut.bytes)
      json.key("file")
      json.string(cut.file)
      json.key("offset")
      json.integer(cut.offset)
      json.endObject()
    }
    if !recovery.removed.isEmpty {
      json.key("removed")
      json.beginArray()
      for name in recovery.removed { json.string(name) }
      json.endArray()
    }
    if let rewritten = recovery.rewritten {
      json.key("rewritten")
      json.beginArray()
      json.integer(rewritten.lowerBound)
      json.integer(rewritten.upperBound)
      json.endArray()
    }
    json.endObject()
  }
}

extension OwnRecord.RecoveryNote {
  /// What `log.opened` tells of a claim.
  init(_ report: RecoveryReport) {
    wasClean = report.isNew ? nil : report.wasClosed
    cut = report.cut.map { ($0.length, $0.segment, $0.offset, $0.aside) }
    rewritten = report.rewritten
    removed = report.removed
  }
}
