import ActionLog
import CanonicalJSON

struct NoteID: EntityID {
  let text: String
  init(_ text: String) { self.text = text }
}

/// A row that goes through `Codable`.
struct Note: Codable, Equatable, Sendable {
  var title: String
  var stars = 0
  var tags: [String] = []
  var ratings: [String: [Int]] = [:]
  var score: Double?
}

/// A row that spells itself.
struct Folder: Codable, Equatable, Sendable, CanonicalWritable {
  var name: String
  var size: Int

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("name")
    writer.string(name)
    writer.key("size")
    writer.integer(size)
    writer.endObject()
  }
}

enum Mode: Codable, Equatable, Sendable {
  case idle
  case syncing(pending: Int)
}

struct SampleFeed: StateTree {
  var notesByID = EntityTable<NoteID, Note>()
  var orderedIDs = EntityList<NoteID>()
  @Tracked var query = ""

  mutating func visit(_ parts: inout some PartVisitor) {
    parts.visit("notesByID", &notesByID)
    parts.visit("orderedIDs", &orderedIDs)
    parts.visit("query", &_query)
  }
}

struct SampleState: StateTree {
  var folders = EntityTable<NoteID, Folder>()
  var feed = SampleFeed()
  var words = EntityList<String>()
  @Tracked var count = 0
  @Tracked var mode = Mode.idle

  mutating func visit(_ parts: inout some PartVisitor) {
    parts.visit("words", &words)
    parts.visit("folders", &folders)
    parts.visit("feed", &feed)
    parts.visit("count", &_count)
    parts.visit("mode", &_mode)
  }
}

extension StateTree {
  var text: String { String(decoding: json(), as: UTF8.self) }
}
