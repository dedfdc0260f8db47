import CanonicalJSON
import Foundation
import ProgramSupport
import TestSupport
import TextBuffer

/// A recorded editing session.
struct Trace: Sendable {
  static let collection = "editing-traces"
  static let names = ["clownschool_flat", "json-crdt-blog-post", "sveltecomponent"]

  /// Of each transaction the payload of the action, with the patches spelled as they were recorded.
  let payloads: [[UInt8]]
  /// The text at the end, as recorded.
  let end: String

  /// Unpacks and reads the session.
  init(_ name: String) throws {
    let path = SharedData.url("\(Self.collection)/sequential_traces/\(name).json.gz").path
    let unpacked = try run(URL(filePath: "/usr/bin/env"), ["gzip", "-dc", path])
    guard unpacked.status == 0 else { throw Failure("gzip: \(unpacked.errors)") }
    (payloads, end) = try unpacked.bytes.withJSONReader(limits: .unlimited) { reader throws(JSONError) in
      try Self.read(&reader, unpacked.bytes)
    }
  }

  /// The patches of a transaction, read by the decoder that anyone's payload goes through.
  func patches(of transaction: Int) throws -> [Patch] {
    struct Edited: Decodable { let patches: [Patch] }
    return try CanonicalDecoder().decode(Edited.self, from: payloads[transaction]).patches
  }

  private static func read(_ reader: inout JSONReader, _ bytes: [UInt8]) throws(JSONError) -> ([[UInt8]], String) {
    var (payloads, end): ([[UInt8]], String) = ([], "")
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "endContent": end = try reader.readString()
      case "txns":
        try reader.beginArray()
        while try reader.nextElement() { payloads.append(try payload(&reader, bytes)) }
      default: _ = try reader.skipValue()
      }
    }
    return (payloads, end)
  }

  private static func payload(_ reader: inout JSONReader, _ bytes: [UInt8]) throws(JSONError) -> [UInt8] {
    var payload: [UInt8] = []
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let isWanted = key == "patches"
      _ = try reader.peek()
      let range = try reader.skipValue()
      if isWanted { payload = Array(#"{"patches":"#.utf8) + bytes[range] + Array("}".utf8) }
    }
    return payload
  }
}

/// A text as an array of scalars: slow, and obviously right.
struct ScalarModel {
  private(set) var scalars: [Unicode.Scalar] = []

  var string: String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  mutating func apply(_ patches: [Patch]) {
    for patch in patches {
      scalars.replaceSubrange(patch.position..<patch.position + patch.deleted, with: patch.inserted.unicodeScalars)
    }
  }
}

/// Whether two texts have the same bytes; `==` would take different bytes for equal.
func haveSameBytes(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
