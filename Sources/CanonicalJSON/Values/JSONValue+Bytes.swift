extension JSONValue: CanonicalWritable, CanonicalReadable {
  /// Reads one value that fills `bytes`, white space around it aside.
  ///
  /// - Throws: `JSONError` for everything that `JSONReader` refuses. Depth ends at 1,024 levels, whatever `limits`
  ///   says.
  public static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> JSONValue {
    let bounded = JSONLimits(depth: min(limits.depth, JSONLimits.deepestTree), length: limits.length)
    var reader = JSONReader(bytes, limits: bounded)
    let value = try JSONValue(from: &reader)
    try reader.end()
    return value
  }

  /// Reads one value that fills `bytes`, white space around it aside.
  ///
  /// - Throws: `JSONError` for everything that `JSONReader` refuses. Depth ends at 1,024 levels, whatever `limits`
  ///   says.
  public static func parse(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (buffer: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONValue in
      try parse(buffer, limits: limits)
    }
  }

  /// Reads the value that follows.
  public init(from reader: inout JSONReader) throws(JSONError) {
    self = try JSONValue.read(&reader, levelsLeft: JSONLimits.deepestTree)
  }

  private static func read(_ reader: inout JSONReader, levelsLeft: Int) throws(JSONError) -> JSONValue {
    switch try reader.peek() {
    case .null:
      try reader.readNull()
      return .null
    case .bool: return .bool(try reader.readBool())
    case .number: return .number(try reader.readNumber())
    case .string: return .string(try reader.readString())
    case .array:
      guard levelsLeft > 0 else { throw reader.failure(.tooDeep(limit: JSONLimits.deepestTree), at: reader.offset) }
      var elements: [JSONValue] = []
      try reader.beginArray()
      while try reader.nextElement() { elements.append(try read(&reader, levelsLeft: levelsLeft - 1)) }
      return .array(elements)
    case .object:
      guard levelsLeft > 0 else { throw reader.failure(.tooDeep(limit: JSONLimits.deepestTree), at: reader.offset) }
      var object = JSONObject()
      try reader.beginObject()
      while let key = try reader.nextKey() {
        object.append(key.string, try read(&reader, levelsLeft: levelsLeft - 1))
      }
      return .object(object)
    }
  }

  /// Writes the canonical spelling: sorted keys, numbers as they were spelled.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let number): writer.raw(number.spelling.utf8)
    case .string(let text): writer.string(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let object):
      writer.beginObject()
      for member in object.sortedMembers {
        writer.key(member.name)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  /// The canonical spelling.
  public var canonicalBytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.take()
  }
}

extension JSONValue: CustomStringConvertible {
  /// The canonical spelling as text.
  public var description: String { String(decoding: canonicalBytes, as: UTF8.self) }
}
