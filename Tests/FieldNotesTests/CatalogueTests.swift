import ActionLog
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
        "feed.feedScreenAppeared", "feed.feedRefreshRequested", "feed.loadMoreRequested", "feed.queryChanged",
        "feed.documentMetadataChanged", "feed.metadataUpdateRequested", "sync.requested", "sync.networkUnavailable",
        "sync.networkAvailable", "sync.cancelled", "sync.retryRequested",
      ])
    let effects = Set(FieldNotes.actions.entries.filter { $0.origin == .effect }.map(\.type))
    #expect(
      effects == [
        "feed.feedRequested", "feed.cachedFeedLoaded", "feed.remoteFeedLoaded", "feed.feedRequestFailed",
        "feed.metadataUpdateSucceeded", "feed.metadataUpdateFailed", "sync.uploadCompleted", "sync.uploadFailed",
      ])
  }

  @Test("every selector declares what it reads, by parts that the state has")
  func selectorsReadParts() {
    #expect(
      FieldNotes.selectors.map(\.name) == [
        "feed.view", "feed.visibleIDs", "feed.document", "feed.folder", "sync.status",
      ])
  }
}
