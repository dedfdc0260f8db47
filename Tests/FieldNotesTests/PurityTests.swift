import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("The same actions in every process")
struct PurityTests {
  /// Actions that go through every table, list and set of the reducers.
  static let journal: [FieldNotes.Action] = {
    let ids = (0..<40).map { DocumentID("d\($0)") }
    let folders = (0..<10).map { Folder(id: FolderID("f\($0)"), name: "F", parentID: $0 > 4 ? "f1" : nil) }
    let owners = (0..<10).map { Owner(id: OwnerID("o\($0)"), name: "O") }
    func page(_ range: Range<Int>, cursor: String? = nil, next: String? = nil) -> FeedPage {
      FeedPage(
        cursor: cursor, nextCursor: next, documents: range.map { .sample(ids[$0], rev: $0) }, folders: folders,
        owners: owners)
    }
    let patch = MetadataPatch(members: ["b": 1, "a": ["z": 1, "y": nil]])
    return [
      .feed(.feedRequested(requestID: "1", reason: .initial)),
      .feed(.remoteFeedLoaded(requestID: "1", page: page(0..<30, next: "p2"))),
      .feed(.loadMoreRequested), .feed(.feedRequested(requestID: "2", reason: .loadMore)),
      .feed(.remoteFeedLoaded(requestID: "2", page: page(20..<40, cursor: "p2"))),
      .feed(.metadataUpdateRequested(documentID: "d3", patch: patch)),
      .feed(.metadataUpdateRequested(documentID: "d7", patch: patch)),
      .feed(.metadataUpdateRequested(documentID: "d7", patch: patch)),
      .feed(
        .metadataUpdateFailed(
          documentID: "d7", mutationID: 7, error: FeedError(.timedOut, "late"), previousMetadata: nil)),
      .feed(.queryChanged(query: FeedQuery(text: "1", sort: .title))),
      .feed(.folderOpened(folderID: "f1")), .feed(.folderRequested(requestID: "3", folderID: "f1")),
      .feed(
        .remoteFolderLoaded(requestID: "3", page: FolderPage(documents: [DocumentPayload(.sample("inside"))]))),
      .feed(.feedRequested(requestID: "4", reason: .resync)),
      .feed(.remoteFeedLoaded(requestID: "4", page: page(0..<5, next: "q2"))),
      .feed(.remoteFeedLoaded(requestID: "4", page: page(10..<15, cursor: "q2"))),
      .sync(.requested(pending: 2)), .sync(.uploadFailed), .sync(.retryRequested),
    ]
  }()

  @Test("give the same states, outcomes and effects, whatever the process hashes with")
  func sameInEveryProcess() async throws {
    var reports: [String] = []
    for _ in 1...2 {
      let child = try #require(
        await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
          print(PurityCheck<FieldNotes>(PurityTests.journal).report)
        })
      reports.append(String(decoding: child.standardOutputContent, as: UTF8.self))
    }
    let check = PurityCheck<FieldNotes>(Self.journal)
    #expect(!check.report.contains("fault"))
    check.compare(with: reports)
  }
}
