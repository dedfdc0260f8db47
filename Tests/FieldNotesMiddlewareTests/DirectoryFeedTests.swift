import CanonicalJSON
import FieldNotes
import Foundation
import Testing

@testable import FieldNotesMiddleware

@Suite("A feed from a directory, and the edits laid over it")
struct DirectoryFeedTests {
  private static let page =
    #"{"paging":{"next":"b"},"documents":[{"id":"d","title":"D","owner":"o","rev":4,"metadata":{"stage":"draft","n":1}}]}"#
  private static let patch = MetadataPatch(members: ["stage": "final"])

  private func feed(_ scratch: borrowing Scratch) -> DirectoryFeed {
    DirectoryFeed(directory: scratch.path, editsPath: scratch.path + "/.edits.json") { _ in }
  }

  @Test("the first page is the one whose name sorts first; a cursor names a page")
  func pages() throws {
    let scratch = try Scratch()
    try scratch.write("a.json", Self.page)
    try scratch.write("b.json", "{}")
    try scratch.write("a.txt", "no page")
    #expect(try feed(scratch).fetchPage(cursor: nil).nextCursor == "b")
    #expect(try feed(scratch).fetchPage(cursor: "b").documents.isEmpty)
  }

  @Test(
    "a cursor that leads nowhere, or out of the directory, is refused",
    arguments: ["c", "../a", "/etc/passwd", "", "."])
  func badCursors(cursor: String) throws {
    let scratch = try Scratch()
    try scratch.write("a.json", Self.page)
    #expect(throws: FeedError.self) { try feed(scratch).fetchPage(cursor: cursor) }
  }

  @Test("a page that is no longer there is an expired cursor, since a cursor names it")
  func expiredCursor() throws {
    let scratch = try Scratch()
    try scratch.write("a.json", Self.page)
    #expect(throws: FeedError(.expiredCursor, "open \(scratch.path)/b.json: No such file or directory (ENOENT)")) {
      try feed(scratch).fetchPage(cursor: "b")
    }
    try FileManager.default.removeItem(atPath: scratch.path + "/a.json")
    let error = #expect(throws: FeedError.self) { try feed(scratch).fetchPage(cursor: nil) }
    #expect(error?.code == .notFound)
  }

  @Test("a folder holds its documents of all pages, edits laid over them, with its folders and their owners")
  func folders() throws {
    let scratch = try Scratch()
    try scratch.write(
      "a.json",
      """
      {"owners":[{"id":"o","name":"Ada"},{"id":"p","name":"Bo"}],
       "folders":[{"id":"f","name":"F","documents":[{"id":"d","title":"D","owner":"o"}],
                   "folders":[{"id":"g","name":"G","documents":[{"id":"deep","title":"E","owner":"p"}]}]}]}
      """)
    try scratch.write(
      "b.json", #"{"folders":[{"id":"f","name":"F","documents":[{"id":"e","title":"E","owner":"o"}]}]}"#)
    _ = try feed(scratch).saveMetadata(documentID: "d", mutationID: 7, patch: Self.patch)
    let holds = try feed(scratch).fetchFolder("f")
    #expect(holds.documents.map(\.id) == ["d", "e"])
    #expect(holds.documents.first?.metadata == .value(Metadata(members: ["stage": "final"])))
    #expect(Set(holds.folders.map(\.id)) == ["f", "g"])
    #expect(holds.owners.map(\.id) == ["o"])
    let error = #expect(throws: FeedError.self) { try feed(scratch).fetchFolder("nowhere") }
    #expect(error?.code == .notFound)
  }

  @Test("an accepted edit is laid over a partial item as one patch, in which null still clears")
  func editsOverParts() throws {
    let scratch = try Scratch()
    try scratch.write(
      "a.json", #"{"documents":[{"id":"d","title":"D","owner":"o","rev":1,"metadata":{"a":1,"in":{"x":1}}}]}"#)
    try scratch.write(
      "b.json", #"{"documents":[{"id":"d","partial":true,"rev":2,"metadata":{"a":null,"in":{"y":2}}}]}"#)
    let patch = MetadataPatch(members: ["b": 2, "in": ["x": nil]])
    _ = try feed(scratch).saveMetadata(documentID: "d", mutationID: 7, patch: patch)
    let partial = try #require(try feed(scratch).fetchPage(cursor: "b").documents.first)
    #expect(partial.rev == 3)
    #expect(partial.metadata == .value(Metadata(members: ["a": nil, "b": 2, "in": ["x": nil, "y": 2]])))
  }

  @Test("an accepted edit is laid over the page, outlives the feed's object, and raises the revision")
  func edits() throws {
    let scratch = try Scratch()
    try scratch.write("a.json", Self.page)
    let saved = try feed(scratch).saveMetadata(documentID: "d", mutationID: 7, patch: Self.patch)
    #expect(saved == SavedMetadata(metadata: Metadata(members: ["stage": "final", "n": 1]), rev: 5))
    let document = try #require(try feed(scratch).fetchPage(cursor: nil).documents.first)
    #expect(document.metadata == .value(saved.metadata))
    #expect(document.rev == 5)
  }

  @Test("an edit that comes again after a restart is the same edit: one answer, done once")
  func repeated() throws {
    let scratch = try Scratch()
    try scratch.write("a.json", Self.page)
    let first = try feed(scratch).saveMetadata(documentID: "d", mutationID: 7, patch: Self.patch)
    _ = try feed(scratch).saveMetadata(documentID: "d", mutationID: 8, patch: MetadataPatch(members: ["n": 2]))
    #expect(try feed(scratch).saveMetadata(documentID: "d", mutationID: 7, patch: Self.patch) == first)
    #expect(try feed(scratch).fetchPage(cursor: nil).documents.first?.rev == 6)
  }

  @Test("an edit of a document that no page holds fails and keeps nothing")
  func unknownDocument() throws {
    let scratch = try Scratch()
    try scratch.write("a.json", Self.page)
    let error = #expect(throws: FeedError.self) {
      try feed(scratch).saveMetadata(documentID: "nobody", mutationID: 1, patch: Self.patch)
    }
    #expect(error?.code == .notFound)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/.edits.json"))
  }
}

@Suite("The cache file")
struct CacheFileTests {
  @Test("what was written is read again, and a temporary name is not left behind")
  func roundTrip() throws {
    let scratch = try Scratch()
    let warnings = Warnings()
    let cache = CacheFile(path: scratch.path + "/cache.json") { warnings.add($0) }
    #expect(cache.read() == nil)
    let snapshot = FeedSnapshot(revision: 3, documents: [Document(id: "d", title: "D", ownerID: "o")], endCursor: "b")
    try cache.write(snapshot)
    #expect(cache.read() == snapshot)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["cache.json"])
    #expect(warnings.all.isEmpty)
  }

  @Test("a cache that cannot be read is a miss with a warning", arguments: ["", "{", "[]", "{\"revision\":\"x\"}"])
  func unreadable(text: String) throws {
    let scratch = try Scratch()
    try scratch.write("cache.json", text)
    let warnings = Warnings()
    let cache = CacheFile(path: scratch.path + "/cache.json") { warnings.add($0) }
    #expect(cache.read() == nil)
    #expect(warnings.all.count == 1)
  }
}
