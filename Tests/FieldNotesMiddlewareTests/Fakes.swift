import FieldNotes
import Foundation
import Synchronization

@testable import FieldNotesMiddleware

/// A service in memory: pages by cursor, and what it was asked to save.
final class FakeAPI: FeedAPI {
  private let pages: [String: FeedPage]
  private let saved = Mutex<[MutationID]>([])

  init(pages: [String: FeedPage]) { self.pages = pages }

  var savedMutations: [MutationID] { saved.withLock { $0 } }

  func fetchPage(cursor: String?) throws(FeedError) -> FeedPage {
    guard let page = pages[cursor ?? "first"] else { throw FeedError(.notFound, "no page \(cursor ?? "first")") }
    return page
  }

  func saveMetadata(
    documentID: DocumentID, mutationID: MutationID, patch: MetadataPatch
  ) throws(FeedError) -> SavedMetadata {
    guard documentID != "unknown" else { throw FeedError(.notFound, "no document") }
    saved.withLock { $0.append(mutationID) }
    return SavedMetadata(metadata: Metadata.empty.applying(patch), rev: 2)
  }
}

/// A cache in memory.
final class FakeCache: FeedCache {
  private let held: Mutex<FeedSnapshot?>
  private let revisions = Mutex<[Int]>([])

  init(_ snapshot: FeedSnapshot? = nil) { held = Mutex(snapshot) }

  var writtenRevisions: [Int] { revisions.withLock { $0 } }

  func read() -> FeedSnapshot? { held.withLock { $0 } }

  func write(_ snapshot: FeedSnapshot) throws(FeedError) {
    held.withLock { $0 = snapshot }
    revisions.withLock { $0.append(snapshot.revision) }
  }
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
