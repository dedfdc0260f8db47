import ActionLog
import FieldNotes
import Foundation
import Testing

@testable import FieldNotesMiddleware

@Suite("Files of the feed that are too long, gone or damaged")
struct DamagedFileTests {
  private static let page = #"{"documents":[{"id":"d","title":"D","owner":"o","rev":4}]}"#

  private func feed(_ scratch: borrowing Scratch) -> DirectoryFeed {
    DirectoryFeed(directory: scratch.path, editsPath: scratch.path + "/.edits.json") { _ in }
  }

  @Test("a page file over the limit is too large, not malformed, and is named")
  func tooLarge() throws {
    let scratch = try Scratch()
    let note = String(repeating: "x", count: 4 << 20)
    try scratch.write("a.json", "{\"documents\":[{\"id\":\"d\",\"title\":\"\(note)\",\"owner\":\"o\"}]}")
    let error = #expect(throws: FeedError.self) { try feed(scratch).fetchPage(cursor: nil) }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.hasPrefix(scratch.path + "/a.json") == true, "\(String(describing: error))")
    let parsed = #expect(throws: FeedError.self) { try NativePage(parsing: Array(note.utf8) + [0], cursor: nil) }
    #expect(parsed?.code == .tooLarge)
  }

  @Test(
    "numbered pages whose first is gone have no first page: what is missing is named",
    arguments: [
      (["page-2.json", "page-3.json"], "page-1.json"), (["page-02.json", "page-10.json"], "page-01.json"),
      (["page-10.json", "page-9.json"], "page-1.json"),
    ])
  func firstGone(names: [String], missing: String) throws {
    let scratch = try Scratch()
    for name in names { try scratch.write(name, Self.page) }
    let error = #expect(throws: FeedError.self) { try feed(scratch).fetchPage(cursor: nil) }
    #expect(error?.code == .notFound)
    #expect(error?.message.contains("\(scratch.path)/\(missing)") == true, "\(String(describing: error))")
    let next = try feed(scratch).fetchPage(cursor: String(names[0].dropLast(5)))
    #expect(next.documents.count == 1, "the pages behind it can be read")
  }

  @Test(
    "names that are no such numbers begin with whatever sorts first",
    arguments: [
      "b.json", "2026-11-30.json", "page-0.json", "page-1.json", "page-001.json", "page-.json", "page-two.json",
    ])
  func otherNames(name: String) throws {
    let scratch = try Scratch()
    try scratch.write(name, Self.page)
    #expect(try feed(scratch).fetchPage(cursor: nil).documents.map(\.id) == ["d"])
  }

  @Test(
    "damaged edits are an error that names the file, the member, and what to do",
    arguments: [
      (#"{"d":[{"mutationID":1}]}"#, "/d/0/patch is missing"), (#"{"version":2}"#, "/version"), ("{", "byte 1"),
    ])
  func edits(text: String, place: String) throws {
    let scratch = try Scratch()
    try scratch.write("a.json", Self.page)
    try scratch.write(".edits.json", text)
    let error = #expect(throws: FeedError.self) { try feed(scratch).fetchPage(cursor: nil) }
    #expect(error?.code == .malformed)
    for part in [scratch.path + "/.edits.json", place, "mend it or put a copy back"] {
      #expect(error?.message.contains(part) == true, "\(part) in \(String(describing: error))")
    }
  }

  @Test(
    "a damaged cache is warned of once, at the start, with the file, the member, and what to do",
    arguments: [("{}", "is missing"), (#"{"version":9,"revision":1}"#, "/documents is missing"), ("", "byte 0")])
  func cacheAtStart(text: String, place: String) throws {
    let scratch = try Scratch()
    try scratch.write("cache.json", text)
    let warnings = Warnings()
    let cachePath = scratch.path + "/cache.json"
    let middleware = FeedParts.middleware(feedDirectory: scratch.path + "/feed", cachePath: cachePath) {
      warnings.add($0)
    }
    #expect(warnings.all.count == 1)
    for part in [cachePath, place, "mend it or remove it"] {
      #expect(warnings.all.first?.contains(part) == true, "\(part) in \(warnings.all)")
    }
    let store = Store<FieldNotes>(middleware: [middleware])
    for _ in 0..<2 {
      store.dispatch(.feed(.feedScreenAppeared))
      store.drain()
    }
    #expect(warnings.all.filter { $0.contains(cachePath) && $0.contains("is passed over") }.count == 1)
  }

  @Test("damaged edits are warned of at the start, before anyone asks; whole and missing files are not")
  func editsAtStart() throws {
    let scratch = try Scratch()
    let warnings = Warnings()
    let cachePath = scratch.path + "/cache.json"
    _ = FeedParts.middleware(feedDirectory: scratch.path + "/feed", cachePath: cachePath) { warnings.add($0) }
    try CacheFile(path: cachePath) { _ in }.write(FeedSnapshot(revision: 1))
    try scratch.write("edits.json", "{}")
    _ = FeedParts.middleware(feedDirectory: scratch.path + "/feed", cachePath: cachePath) { warnings.add($0) }
    #expect(warnings.all.isEmpty)
    try scratch.write("edits.json", "[]")
    _ = FeedParts.middleware(feedDirectory: scratch.path + "/feed", cachePath: cachePath) { warnings.add($0) }
    #expect(warnings.all.count == 1)
    #expect(warnings.all.first?.contains(scratch.path + "/edits.json") == true, "\(warnings.all)")
  }
}
