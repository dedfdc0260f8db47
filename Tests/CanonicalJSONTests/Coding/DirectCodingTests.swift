import CanonicalJSON
import Testing

@Suite("A type may read and write itself, past Codable")
struct DirectCodingTests {
  /// Counts in its members which way it came in.
  struct Hot: Codable, Equatable, CanonicalReadable, CanonicalWritable {
    var id: String
    var size: Int
    var way = "codable"

    enum CodingKeys: CodingKey {
      case id
      case size
    }

    init(id: String, size: Int) {
      self.id = id
      self.size = size
    }

    init(from reader: inout JSONReader) throws(JSONError) {
      var id: String?
      var size: Int?
      let start = try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "id": id = try reader.readString()
        case "size":
          let place = reader.offset
          size = try reader.readInt()
          if size == 0 { throw JSONError(.refused("empty"), at: place) }
        default: _ = try reader.skipValue()
        }
      }
      guard let id else { throw JSONError(.missingMember("id"), at: start) }
      guard let size else { throw JSONError(.missingMember("size"), at: start) }
      self.init(id: id, size: size)
      way = "direct"
    }

    func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.key("id")
      writer.string(id)
      writer.key("size")
      writer.integer(size)
      writer.endObject()
    }
  }

  @Test("it is taken at the top and deep inside, but not where unknown members are refused")
  func ways() throws {
    let spelled = #"{"id":"a","size":2}"#
    #expect(try decode(Hot.self, spelled).way == "direct")
    #expect(try decode([String: [Hot]].self, "{\"k\":[\(spelled)]}")["k"]?.first?.way == "direct")
    let strict = CanonicalDecoder(unknownMembers: .refuse)
    #expect(try strict.decode([Hot].self, from: [UInt8]("[\(spelled)]".utf8)).first?.way == "codable")
    #expect(text(try CanonicalEncoder().encode(["k": [Hot(id: "a", size: 2)]])) == "{\"k\":[\(spelled)]}")
    #expect(text(try CanonicalEncoder().encode(Hot(id: "a", size: 2))) == spelled)
  }

  @Test(
    "its errors get their path, at the top and deep inside",
    arguments: [
      (#"{"id":7,"size":1}"#, DecodeFailure.Kind.mismatch, "/id"), (#"{"size":1}"#, .missing, "/id"),
      (#"{"id":"","size":0}"#, .custom, "/size"), (#"{"id":"","size":9223372036854775808}"#, .mismatch, "/size"),
      ("7", .mismatch, ""),
    ])
  func errors(spelled: String, kind: DecodeFailure.Kind, path: String) throws {
    let top = try #require(decodeFailure(Hot.self, spelled))
    #expect(top.kind == kind)
    #expect(top.path == path)
    let deep = try #require(decodeFailure([String: [Hot]].self, "{\"k\":[\(spelled)]}"))
    #expect(deep.kind == kind)
    #expect(deep.path == "/k/0" + path)
    #expect(deep.offset == top.offset + 6)
  }

  @Test("a syntax error behind what it read is found")
  func syntaxBehind() {
    #expect(decodeFailure(Hot.self, #"{"id":"a","size":2} x"#)?.kind == .syntax(JSONError(.trailingBytes, at: 20)))
  }
}
