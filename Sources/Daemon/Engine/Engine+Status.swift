import ActionLog
import CanonicalJSON
import WireProtocol

extension Engine {
  /// How the daemon and its journal are, as of the last durable seq.
  func status() -> [UInt8] {
    var json = JSONWriter(reservingCapacity: 2_048)
    json.beginObject()
    json.key("seq")
    json.integer(durable.seq)
    json.key("hash")
    json.string(durable.hash.hex)
    json.key("state")
    json.string(durable.digest.hex16)
    json.key("journal")
    writeJournal(&json)
    json.key("domain")
    json.string(D.name)
    json.key("version")
    json.integer(D.version)
    json.key("program")
    json.string(settings.version)
    json.key("readOnly")
    if let readOnly { json.string(readOnly.why) } else { json.null() }
    json.key("reducerFaults")
    json.integer(reducerFaults)
    json.key("effects")
    writeEffects(&json)
    json.key("clients")
    json.integer(loop.connectionCount)
    json.key("subscriptions")
    json.integer(watches.count(of: .value))
    json.key("followers")
    json.integer(watches.count(of: .follower))
    json.key("refusals")
    writeRefusals(&json)
    json.key("limits")
    settings.limits.write(to: &json)
    json.key("uptime")
    json.integer((settings.clock.boottime() - startedAt) / 1_000_000_000)
    json.endObject()
    return json.bytes
  }

  private func writeJournal(_ json: inout JSONWriter) {
    let journal = committer.writer.status
    json.beginObject()
    json.key("uuid")
    json.string(journal.journalID)
    json.key("directory")
    json.string(journal.directory)
    json.key("segments")
    json.integer(journal.segments)
    json.key("bytes")
    json.integer(journal.bytes)
    json.endObject()
  }

  private func writeEffects(_ json: inout JSONWriter) {
    json.beginObject()
    json.key("outstanding")
    json.integer(reduction.outbox.count)
    json.key("parked")
    json.integer(parked.count)
    json.key("parkedFirst")
    writeParked(&json)
    json.key("held")
    json.integer(held.count)
    json.key("timers")
    json.integer(timers.count)
    json.endObject()
  }

  /// The oldest of the parked ones, with how many of their key wait behind them.
  private func writeParked(_ json: inout JSONWriter) {
    var oldest: [EffectID] = []
    for id in parked {
      if oldest.count == 16, let last = oldest.last, last < id { continue }
      oldest.insert(id, at: oldest.firstIndex { id < $0 } ?? oldest.count)
      if oldest.count > 16 { oldest.removeLast() }
    }
    json.beginArray()
    for id in oldest {
      let (effect, timer) = (reduction.outbox.effect(id), reduction.outbox.timer(id))
      json.beginObject()
      json.key("id")
      json.string(id.text)
      json.key("type")
      json.string(effect?.type ?? timer?.type ?? "")
      json.key("key")
      json.string(effect?.key ?? timer?.key ?? "")
      json.key("waiting")
      json.integer(reduction.outbox.waitingCount(behind: id))
      json.endObject()
    }
    json.endArray()
  }

  private func writeRefusals(_ json: inout JSONWriter) {
    json.beginObject()
    for (name, count) in refusals.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      json.key(name.rawValue)
      json.integer(count)
    }
    json.endObject()
  }
}
