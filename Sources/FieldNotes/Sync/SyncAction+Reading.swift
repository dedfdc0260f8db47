import ActionLog
import CanonicalJSON

extension FieldNotes.Action: JournalDecodable {
  /// Readers for the actions that a replay meets most often; `Codable` has the rest.
  public static func journalReader(for type: String) -> JournalReader<FieldNotes.Action>? {
    guard type.hasPrefix("sync.") else { return nil }
    return SyncAction.journalReader(for: String(type.dropFirst("sync.".count)))?.map(FieldNotes.Action.sync)
  }
}

extension SyncAction: JournalDecodable {
  /// Readers for the events that carry a count.
  public static func journalReader(for type: String) -> JournalReader<SyncAction>? {
    switch type {
    case "requested": count("pending") { .requested(pending: $0) }
    case "uploadCompleted": count("remaining") { .uploadCompleted(remaining: $0) }
    default: nil
    }
  }

  private static func count(
    _ name: StaticString, _ make: @escaping @Sendable (UInt) -> SyncAction
  ) -> JournalReader<SyncAction> {
    JournalReader { (reader) throws(JSONError) in
      let start = try reader.beginObject()
      var count: UInt64?
      while let key = try reader.nextKey() {
        if key == name { count = try reader.readUInt64() } else { _ = try reader.skipValue() }
      }
      guard let count else { throw JSONError(.missingMember("\(name)"), at: start) }
      return make(UInt(count))
    }
  }
}
