import CanonicalJSON
import FieldNotes
import Foundation
import TestSupport
import Testing

@testable import FieldNotesMiddleware

@Suite("The native page: decoded once, at the boundary")
struct NativePageTests {
  private func parse(_ text: String) throws -> NativePage { try NativePage(parsing: Array(text.utf8), cursor: nil) }

  @Test("folders with documents inside become flat documents that name their folder, in the order of the text")
  func flattening() throws {
    let native = try parse(
      """
      {"paging":{"next":"p2"},"documents":[{"id":"top","title":"T","owner":"o"}],
       "folders":[{"id":"f","name":"F","documents":[{"id":"in","title":"I","owner":"o"}],
                   "folders":[{"id":"g","name":"G","documents":[{"id":"deep","title":"D","owner":"o"}]}]}]}
      """)
    #expect(native.page.documents.map(\.id) == ["top", "in", "deep"])
    #expect(native.page.documents.map(\.folderID) == [nil, "f", "g"])
    #expect(native.page.folders.map(\.parentID) == [nil, "f"])
    #expect(native.page.nextCursor == "p2")
    #expect(native.problems.isEmpty)
  }

  @Test("a member of a document that is not known here is kept in its metadata, numbers as they are spelled")
  func unknownMembers() throws {
    let native = try parse(
      """
      {"documents":[{"id":"a","title":"A","owner":"o","checksum":1.50,"metadata":{"stage":"draft","checksum":"own"}},
                    {"id":"b","title":"B","owner":"o","checksum":1.50}]}
      """)
    #expect(native.page.documents.count == 2)
    let spelled = try native.page.documents.map {
      String(decoding: try CanonicalEncoder().encode($0.metadata), as: UTF8.self)
    }
    #expect(spelled == [#"{"checksum":"own","stage":"draft"}"#, #"{"checksum":1.50}"#])
  }

  @Test("an owner inside a document is included in the page; permissions that are absent allow")
  func ownersAndPermissions() throws {
    let native = try parse(
      """
      {"documents":[{"id":"a","title":"A","owner":{"id":"o","name":"Ada"},"permissions":{"edit":false}}]}
      """)
    #expect(native.page.owners == [Owner(id: "o", name: "Ada")])
    #expect(native.page.documents.first?.permissions == Permissions(canEdit: false, canShare: true))
  }

  @Test(
    "one bad item is left out and told with its place, the rest of the page stands",
    arguments: [
      (#"{"title":"no id","owner":"o"}"#, "/documents/0: /id"),
      (#"{"id":"x","owner":"o"}"#, "/documents/0: /title"),
      (#"{"id":"x","title":"X","owner":7}"#, "/documents/0: /owner"),
      (#"{"id":"x","title":"X","owner":"o","metadata":[]}"#, "/documents/0: /metadata"),
      (#"{"id":"x","title":"X","owner":"o","permissions":{"edit":"yes"}}"#, "/documents/0: /permissions/edit"),
      (#""text""#, "/documents/0: no object"),
    ])
  func badItems(item: String, problem: String) throws {
    let native = try parse("{\"documents\":[\(item),{\"id\":\"good\",\"title\":\"G\",\"owner\":\"o\"}]}")
    #expect(native.page.documents.map(\.id) == ["good"])
    #expect(native.problems.count == 1)
    #expect(native.problems.first?.hasPrefix(problem) == true, "\(native.problems)")
  }

  @Test(
    "what is no page is refused with its place",
    arguments: ["", "[]", "{\"a\":", "{\"paging\":3}", "{\"paging\":{\"next\":3}}"])
  func noPage(text: String) {
    let error = #expect(throws: FeedError.self) { try parse(text) }
    #expect(error?.code == .malformed)
  }

  @Test("the sample pages can be read without a problem and chain from the first to the last")
  func samplePages() throws {
    let directory = SharedData.packageRoot.appending(path: "logs/samples/feed").path
    let scratch = try Scratch()
    let warnings = Warnings()
    let feed = DirectoryFeed(directory: directory, editsPath: "\(scratch.path)/edits.json") { warnings.add($0) }
    var ids: [DocumentID] = []
    var cursor: String?
    repeat {
      let page = try feed.fetchPage(cursor: cursor)
      #expect(page.cursor == cursor)
      ids += page.documents.map(\.id)
      cursor = page.nextCursor
    } while cursor != nil
    #expect(Set(ids).count == 11)
    #expect(ids.count == 12)
    #expect(warnings.all.isEmpty)
  }
}
