import CanonicalJSON

/// A piece of JSON text that is known to be well formed, read member by member, its spelling kept.
struct RawJSON: Equatable {
  let bytes: [UInt8]

  /// Takes text that comes from outside.
  ///
  /// - Throws: where and why it is not JSON.
  init(parsing bytes: [UInt8]) throws(JSONError) {
    try bytes.withJSONReader(limits: .unlimited) { reader throws(JSONError) in
      _ = try reader.skipValue()
      try reader.end()
    }
    self.bytes = bytes
  }

  private init(known bytes: [UInt8]) { self.bytes = bytes }

  /// The text itself.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The members of an object in their order; none if it is no object.
  var members: [(key: String, value: RawJSON)] {
    read { reader throws(JSONError) in
      var members: [(String, RawJSON)] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let name = key.string
        members.append((name, RawJSON(known: Array(bytes[try reader.skipValue()]))))
      }
      return members
    } ?? []
  }

  /// The elements of an array; none if it is no array.
  var elements: [RawJSON] {
    read { reader throws(JSONError) in
      var elements: [RawJSON] = []
      try reader.beginArray()
      while try reader.nextElement() { elements.append(RawJSON(known: Array(bytes[try reader.skipValue()]))) }
      return elements
    } ?? []
  }

  /// The member of an object; `nil` if there is none, or it is no object.
  subscript(key: String) -> RawJSON? { members.first { $0.key == key }?.value }

  /// A string's text.
  var string: String? { read { reader throws(JSONError) in try reader.readString() } }

  /// A whole number from 0 up.
  var unsigned: UInt64? { read { reader throws(JSONError) in try reader.readUInt64() } }

  var boolean: Bool? { read { reader throws(JSONError) in try reader.readBool() } }

  /// What people are shown for a leaf: a string's text, else the JSON, with control characters spelled out.
  var plain: String { Printable.text(string ?? text) }

  private func read<R>(_ body: (inout JSONReader) throws(JSONError) -> R) -> R? {
    do throws(JSONError) {
      return try bytes.withJSONReader(limits: .unlimited, body)
    } catch {
      return nil
    }
  }
}
