import ActionLog
import ActionLogTesting
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("Invariants: what no sequence of actions may lead to is noticed")
struct InvariantTests {
  /// A way to break a state, and what the violation then speaks of.
  struct Break: CustomTestStringConvertible {
    let words: String
    let change: @Sendable (inout FieldNotes.State) -> Void
    var testDescription: String { words }
  }

  private static let patch = MetadataPatch(members: ["n": 1])

  static let breaks: [Break] = [
    Break(words: "feed.orderedIDs lists a twice") { $0.feed.orderedIDs = ["a", "a"] },
    Break(words: "feed.orderedIDs lists x, which neither resolves nor dangles") { $0.feed.orderedIDs.append("x") },
    Break(words: "feed.danglingIDs counts 1 ids, but 0 dangle") { $0.feed.danglingIDs["x"] = DanglingID() },
    Break(words: "feed.documentsByID holds a under b") { $0.feed.documentsByID["b"] = .sample("a") },
    Break(words: "feed.foldersByID holds f under g") { $0.feed.foldersByID["g"] = Folder(id: "f", name: "F") },
    Break(words: "feed.ownersByID holds o under p") { $0.feed.ownersByID["p"] = Owner(id: "o", name: "O") },
    Break(words: "feed.request is loading without a request") { state in
      state.feed.request = .loading
      state.feed.activeRequestID = nil
    },
    Break(words: "two lanes of the feed await the same request") { state in
      state.feed.lanes.append.open("9")
      state.feed.lanes.folder.open("9")
      state.feed.lanes.openFolderID = "f"
    },
    Break(words: "the request 1 is open though it was answered") { $0.feed.lanes.append.open("1") },
    Break(words: "feed.lanes.folder is loading without a folder") { $0.feed.lanes.folder.open("9") },
    Break(words: "feed.resync runs under a request that is not open") { $0.feed.resync.requestID = "9" },
    Break(words: "feed.resync remembers pages though none is under way") { $0.feed.resync.owners["o"] = true },
    Break(words: "feed.contentsByFolderID lists x in f, which does not resolve") {
      $0.feed.contentsByFolderID["f"] = FolderContents(documentIDs: ["x"], danglingCount: 0)
    },
    Break(words: "feed.contentsByFolderID lists a document of f twice") {
      $0.feed.contentsByFolderID["f"] = FolderContents(documentIDs: ["a", "a"], danglingCount: 0)
    },
    Break(words: "a has edit 2 before edit 2") { state in
      let edit = PendingEdit(mutationID: 2, patch: patch)
      state.feed.documentsByID["a"]?.pending = [edit, edit]
      state.feed.documentsByID["a"]?.mutation = Lane(open: "2")
    },
    Break(words: "a has 1 edits, but its mutation lane is closed") {
      $0.feed.documentsByID["a"]?.pending = [PendingEdit(mutationID: 2, patch: patch)]
    },
    Break(words: "a has edit 3 first, but its mutation lane awaits another") { state in
      state.feed.documentsByID["a"]?.pending = [PendingEdit(mutationID: 3, patch: patch)]
      state.feed.documentsByID["a"]?.mutation = Lane(open: "2")
    },
    Break(words: "a tries again though no edit waits") {
      $0.feed.documentsByID["a"]?.retry = EditRetry(timeouts: 1, isWaiting: true)
    },
  ]

  @Test("each rule by a state that breaks it", arguments: breaks)
  func noticed(broken: Break) {
    var state = Run.loaded([.sample("a")]).state
    #expect(FieldNotes.violations(in: state) == [])
    broken.change(&state)
    let found = FieldNotes.violations(in: state)
    #expect(found.contains { $0.hasPrefix(broken.words) }, "\(found)")
  }
}
