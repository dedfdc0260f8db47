import ActionLogTesting
import FieldNotes
import Foundation
import Synchronization

@testable import FieldNotesMiddleware

/// A service in memory: pages by cursor, folders by id, and what it was asked to save, by document.
struct FakeAPI: FeedAPI {
  let pages: FakeService<String, FeedPage, FeedError>
  let folders: FakeService<FolderID, FolderPage, FeedError>
  let saves = FakeService<DocumentID, SavedMetadata, FeedError> { id in
    id == "unknown"
      ? .failure(FeedError(.notFound, "no document"))
      : .success(SavedMetadata(metadata: Metadata(members: ["stage": "final"]), rev: 2))
  }

  init(pages: [String: FeedPage], folders: [FolderID: FolderPage] = [:]) {
    self.pages = FakeService { pages[$0].map { .success($0) } ?? .failure(FeedError(.notFound, "no page \($0)")) }
    self.folders = FakeService { folders[$0].map { .success($0) } ?? .failure(FeedError(.notFound, "no folder \($0)")) }
  }

  func fetchPage(cursor: String?) throws(FeedError) -> FeedPage { try pages.call(cursor ?? "first") }

  func fetchFolder(_ folderID: FolderID) throws(FeedError) -> FolderPage { try folders.call(folderID) }

  func saveMetadata(
    documentID: DocumentID, mutationID: MutationID, patch: MetadataPatch
  ) throws(FeedError) -> SavedMetadata {
    try saves.call(documentID)
  }
}

/// A cache in memory.
struct MemoryCache: FeedCache {
  let held: FakeCache<FeedSnapshot, FeedError>

  init(_ snapshot: FeedSnapshot? = nil) { held = FakeCache(snapshot) }

  func read() -> FeedSnapshot? { held.read() }

  func write(_ snapshot: FeedSnapshot) throws(FeedError) { try held.write(snapshot) }
}

/// Lines that a part wanted a person to know.
final class Warnings: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A directory of its own for one test, removed afterwards.
struct Scratch: ~Copyable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "fieldnotes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path }

  func write(_ name: String, _ text: String) throws {
    try text.write(to: url.appending(path: name), atomically: true, encoding: .utf8)
  }
}
