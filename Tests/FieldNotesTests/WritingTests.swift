import CanonicalJSON
import Foundation
import Testing

@testable import FieldNotes

@Suite("What spells itself past Codable")
struct WritingTests {
  /// The spelling that `Codable` gives, by the toolchain's own encoder.
  private func codable(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func own(_ value: some CanonicalWritable) -> String {
    var writer = JSONWriter()
    value.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    "a sync state", arguments: [SyncState.idle, .syncing(pending: 0), .offline(pending: 7), .failed(pending: .max)])
  func syncStates(state: SyncState) throws {
    #expect(try own(state) == codable(state))
  }

  @Test("a document, with and without what may be absent")
  func documents() throws {
    var full = Document(
      id: "d/1", title: "Photo \"log\" – été\n", ownerID: "o", folderID: "f", rev: -3,
      permissions: Permissions(canEdit: false), presentation: ["icon": nil, "list": [1, true, "x"]],
      metadata: Metadata(members: ["stage": "draft", "Big": 12, "a": ["z": 1, "b": []]]))
    full.pending = [
      PendingEdit(mutationID: 18_446_744_073_709_551_615, patch: MetadataPatch(members: ["stage": nil])),
      PendingEdit(mutationID: 2, patch: MetadataPatch(members: [:])),
    ]
    #expect(try own(full) == codable(full))
    let bare = Document(id: "", title: "", ownerID: "")
    #expect(try own(bare) == codable(bare))
  }
}
