import ActionLog
import CanonicalJSON
import Testing

@testable import FieldNotes

@Suite("Events that read themselves past Codable")
struct SyncReadingTests {
  private func journaled(_ type: String, _ payload: String) throws -> FieldNotes.Action {
    try Array(payload.utf8).withUnsafeBufferPointer {
      try ActionCoding<FieldNotes>().decode(type: type, v: 1, payload: $0, strict: false)
    }
  }

  @Test(
    "read as Codable reads them, members that are not declared skipped", arguments: ["0", "7", "18446744073709551615"])
  func alike(count: String) throws {
    for (type, name) in [("sync.requested", "pending"), ("sync.uploadCompleted", "remaining")] {
      let strict = try decode(type, "{\"\(name)\":\(count)}")
      #expect(try journaled(type, "{\"\(name)\":\(count)}") == strict)
      #expect(try journaled(type, "{\"other\":[1,{\"a\":2}],\"\(name)\":\(count)}") == strict)
    }
  }

  @Test(
    "what Codable refuses is refused",
    arguments: ["{}", "{\"pending\":-1}", "{\"pending\":\"1\"}", "{\"pending\":1.5}", "[]"])
  func refused(payload: String) {
    #expect(throws: (any Error).self) { try journaled("sync.requested", payload) }
    #expect(throws: (any Error).self) { try decode("sync.requested", payload) }
  }
}
