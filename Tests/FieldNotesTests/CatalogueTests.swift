import ActionLog
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("The catalogue of actions")
struct CatalogueTests {
  @Test("every action is named by the rule, labels its values, and its example decodes to itself")
  func catalogueHolds() {
    #expect(ActionCoding<FieldNotes>().problems() == [])
  }

  @Test("clients may dispatch what the design says, the rest only effects")
  func origins() {
    let clients = Set(FieldNotes.actions.entries.filter { $0.origin == .client }.map(\.type))
    #expect(
      clients == [
        "feed.feedScreenAppeared", "feed.feedRefreshRequested", "feed.feedResyncRequested",
        "feed.loadMoreRequested", "feed.folderOpened", "feed.queryChanged", "feed.documentMetadataChanged",
        "feed.metadataUpdateRequested", "sync.requested", "sync.networkUnavailable",
        "sync.networkAvailable", "sync.cancelled", "sync.retryRequested",
      ])
    let effects = Set(FieldNotes.actions.entries.filter { $0.origin == .effect }.map(\.type))
    #expect(
      effects == [
        "feed.feedRequested", "feed.cachedFeedLoaded", "feed.remoteFeedLoaded", "feed.feedRequestFailed",
        "feed.metadataUpdateSucceeded", "feed.metadataUpdateFailed", "feed.metadataUpdateRetryDue",
        "feed.folderRequested", "feed.remoteFolderLoaded", "sync.uploadCompleted", "sync.uploadFailed",
      ])
  }

  @Test("what a refused payload should have held is said in words, never by the name of a type of this program")
  func refusalsSayNoTypes() throws {
    for entry in FieldNotes.actions.entries {
      let payload = try JSONValue.parse(entry.payload)
      for name in payload.object?.names ?? [] {
        for other: JSONValue? in [nil, .null, 7, "x", [], [:]] {
          var members = payload.object ?? JSONObject()
          members[name] = other
          let bytes = try CanonicalEncoder().encode(JSONValue.object(members))
          do {
            _ = try ActionCoding<FieldNotes>().decode(type: entry.type, v: entry.v, payload: bytes, strict: true)
          } catch {
            // What stands in quotes are words of the payload, not of the program.
            let expected = (error.expected ?? "").replacing(/"[^"]*"/, with: "")
            #expect(!expected.isEmpty && !expected.contains(/[a-z][A-Z]|^[A-Z]/), "\(error)")
          }
        }
      }
    }
  }

  @Test("every selector declares what it reads, by parts that the state has")
  func selectorsReadParts() {
    #expect(
      FieldNotes.selectors.map(\.name) == [
        "feed.view", "feed.visibleIDs", "feed.document", "feed.folder", "sync.status",
      ])
  }
}
