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
    #expect(native.page.documents.map(\.folderID) == [.unsaid, .value("f"), .value("g")])
    #expect(native.page.folders.map(\.parentID) == [.unsaid, .value("f")])
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
      String(decoding: try CanonicalEncoder().encode($0.metadata.over(nil)), as: UTF8.self)
    }
    #expect(spelled == [#"{"checksum":"own","stage":"draft"}"#, #"{"checksum":1.50}"#])
  }

  @Test("an owner inside a document is included in the page; permissions that are absent allow")
  func ownersAndPermissions() throws {
    let native = try parse(
      """
      {"documents":[{"id":"a","title":"A","owner":{"id":"o","name":"Ada"},"permissions":{"edit":false}}]}
      """)
    #expect(native.page.owners == [OwnerPayload(id: "o", name: "Ada")])
    let document = try #require(native.page.documents.first.flatMap { Document($0) })
    #expect(document.permissions == Permissions(canEdit: false, canShare: true))
  }

  @Test("an item that is marked partial tells only what it has; null clears, and title and owner cannot be cleared")
  func partialItems() throws {
    let native = try parse(
      """
      {"owners":[{"id":"o","partial":true,"rev":2}],
       "documents":[{"id":"a","partial":true,"rev":4,"presentation":null,"metadata":{"stage":null},"permissions":{"edit":false}},
                    {"id":"b","partial":true,"title":"B"},{"id":"c","partial":true,"title":null},{"id":"d","partial":1}],
       "folders":[{"id":"f","partial":true,"documents":[{"id":"e","partial":true}]}]}
      """)
    #expect(
      native.page.documents == [
        DocumentPayload(
          partial: "a", rev: 4, permissions: .value(PermissionsPayload(canEdit: false)), presentation: .cleared,
          metadata: .value(Metadata(members: ["stage": nil]))),
        DocumentPayload(partial: "b", title: "B"),
        DocumentPayload(partial: "e", folderID: .value("f")),
      ])
    #expect(native.page.owners == [OwnerPayload(partial: "o", rev: 2)])
    #expect(native.page.folders == [FolderPayload(partial: "f")])
    #expect(
      native.problems == ["/documents/2: /title is no string", "/documents/3: /partial is neither true nor false"])
  }

  @Test("a document without an owner is a document: a placeholder stands for them, which no owner's id can be")
  func ownerless() throws {
    let native = try parse(
      """
      {"documents":[{"id":"a","title":"A","rev":1},{"id":"b","title":"B","owner":null},
                    {"id":"c","partial":true,"title":"C"},{"id":"d","partial":true,"owner":null}],
       "owners":[{"id":"","name":"Nobody"}]}
      """)
    #expect(native.page.documents.map(\.id) == ["a", "b", "c"])
    #expect(native.page.documents.map(\.ownerID) == ["", "", nil])
    #expect(native.problems == ["/owners/0: /id is no text", "/documents/3: /owner is no text"])
    let document = try #require(native.page.documents.first.flatMap { Document($0) })
    #expect(document.ownerID == OwnerID.unknown)
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
