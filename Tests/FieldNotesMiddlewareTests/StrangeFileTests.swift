import FieldNotes
import Foundation
import Testing

@testable import FieldNotesMiddleware

@Suite("What stands in place of a file of the feed")
struct StrangeFileTests {
  /// What is no regular file, and the word by which an error tells it.
  enum Kind: String, CaseIterable {
    case pipe
    case device
    case directory

    func make(at path: String) throws {
      switch self {
      case .pipe:
        try #require(mkfifo(path, 0o600) == 0)
        // Whoever waits for a writer is let go in the end, so that a test fails and does not hang.
        DispatchQueue.global().asyncAfter(deadline: .now() + 10) {
          let writer = open(path, O_WRONLY | O_NONBLOCK)
          if writer >= 0 { close(writer) }
        }
      case .device: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
      case .directory: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
    }
  }

  private static let page = #"{"documents":[{"id":"d","title":"D","owner":"o","rev":4}]}"#
  private static let patch = MetadataPatch(members: ["stage": "final"])

  private func feed(_ scratch: borrowing Scratch) -> DirectoryFeed {
    DirectoryFeed(directory: scratch.path, editsPath: scratch.path + "/.edits.json") { _ in }
  }

  private func expectRefused(_ error: FeedError?, _ path: String, _ kind: Kind) {
    #expect(error?.code == .malformed)
    #expect(error?.message.hasPrefix(path) == true, "\(String(describing: error))")
    #expect(error?.message.contains(kind.rawValue) == true, "\(String(describing: error))")
  }

  @Test(
    "a page that is no regular file is refused with its place, to a refresh, a folder and an edit",
    arguments: Kind.allCases)
  func pages(kind: Kind) throws {
    let scratch = try Scratch()
    let path = scratch.path + "/a.json"
    try kind.make(at: path)
    let refresh = #expect(throws: FeedError.self) { try feed(scratch).fetchPage(cursor: nil) }
    expectRefused(refresh, path, kind)
    let folder = #expect(throws: FeedError.self) { try feed(scratch).fetchFolder("f") }
    expectRefused(folder, path, kind)
    let edit = #expect(throws: FeedError.self) {
      try feed(scratch).saveMetadata(documentID: "d", mutationID: 1, patch: Self.patch)
    }
    expectRefused(edit, path, kind)
  }

  @Test(
    "accepted edits that are no regular file are refused with their place, and stay as they are",
    arguments: Kind.allCases)
  func edits(kind: Kind) throws {
    let scratch = try Scratch()
    try scratch.write("a.json", Self.page)
    let path = scratch.path + "/.edits.json"
    try kind.make(at: path)
    let refresh = #expect(throws: FeedError.self) { try feed(scratch).fetchPage(cursor: nil) }
    expectRefused(refresh, path, kind)
    let edit = #expect(throws: FeedError.self) {
      try feed(scratch).saveMetadata(documentID: "d", mutationID: 1, patch: Self.patch)
    }
    expectRefused(edit, path, kind)
  }

  @Test(
    "a cache that is no regular file is a miss with a warning, and is never written over",
    arguments: Kind.allCases)
  func cache(kind: Kind) throws {
    let scratch = try Scratch()
    let path = scratch.path + "/cache.json"
    try kind.make(at: path)
    let warnings = Warnings()
    let cache = CacheFile(path: path) { warnings.add($0) }
    #expect(cache.read() == nil)
    #expect(warnings.all.count == 1)
    #expect(warnings.all.first?.contains("\(path): a \(kind.rawValue)") == true, "\(warnings.all)")
    let error = #expect(throws: FeedError.self) { try cache.write(FeedSnapshot(revision: 1)) }
    expectRefused(error, path, kind)
    let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    #expect(type != .typeRegular)
  }

  @Test("a pipe under the temporary name does not hold up a write")
  func temporaryName() throws {
    let scratch = try Scratch()
    try Kind.pipe.make(at: scratch.path + "/cache.json.tmp")
    let cache = CacheFile(path: scratch.path + "/cache.json") { _ in }
    // Held open for reading, so that a writer into the pipe would not wait but write into nowhere.
    let reader = open(scratch.path + "/cache.json.tmp", O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try cache.write(FeedSnapshot(revision: 1))
    #expect(cache.read() == FeedSnapshot(revision: 1))
  }
}
