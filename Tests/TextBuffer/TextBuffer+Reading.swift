import ActionLog
import CanonicalJSON

extension TextBuffer.Action: JournalDecodable {
  /// Reads an edit past `Codable`: sessions are long, and each record of a replay is one.
  public static func journalReader(for type: String) -> JournalReader<TextBuffer.Action>? {
    guard type == "edited" else { return nil }
    return JournalReader { (reader) throws(JSONError) in
      let start = try reader.beginObject()
      var patches: [Patch]?
      while let key = try reader.nextKey() {
        if key == "patches" { patches = try read(&reader) } else { _ = try reader.skipValue() }
      }
      guard let patches else { throw JSONError(.missingMember("patches"), at: start) }
      return .edited(patches: patches)
    }
  }

  private static func read(_ reader: inout JSONReader) throws(JSONError) -> [Patch] {
    var patches: [Patch] = []
    try reader.beginArray()
    while try reader.nextElement() { patches.append(try Patch(from: &reader)) }
    return patches
  }
}
