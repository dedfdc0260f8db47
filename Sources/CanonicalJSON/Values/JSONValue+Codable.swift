extension JSONValue: Codable {
  /// Reads a value from any decoder; from one of another library numbers come as it understands them.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = try decoder.session.decode(JSONValue.self, at: decoder.node)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? JSONNumber(from: decoder) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let elements = try? container.decode([JSONValue].self) {
      self = .array(elements)
    } else {
      self = .object(try JSONObject(from: decoder))
    }
  }

  /// Writes a value to any encoder; to one of another library numbers go as it can hold them.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object): return try object.encode(to: encoder)
    case .number(let number): return try number.encode(to: encoder)
    case .null, .bool, .string, .array: break
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    case .null, .object, .number: try container.encodeNil()
    }
  }
}

extension JSONNumber: Codable, CanonicalWritable, CanonicalReadable {
  /// Reads the number that follows.
  public init(from reader: inout JSONReader) throws(JSONError) { self = try reader.readNumber() }

  /// Writes the number as it was spelled.
  public func write(to writer: inout JSONWriter) { writer.raw(spelling.utf8) }

  /// Reads a number from any decoder; from one of another library it comes as that understands it.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = try decoder.session.decode(JSONNumber.self, at: decoder.node)
      return
    }
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int64.self) {
      self.init(value)
    } else if let value = try? container.decode(UInt64.self) {
      self.init(value)
    } else if let value = JSONNumber(try container.decode(Double.self)) {
      self = value
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a finite number")
    }
  }

  /// Writes the number to any encoder; to one of another library it goes as that can hold it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value = int64 {
      try container.encode(value)
    } else if let value = uint64 {
      try container.encode(value)
    } else if let value = double {
      try container.encode(value)
    } else {
      let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "\(spelling) fits no type")
      throw EncodingError.invalidValue(self, context)
    }
  }
}

extension JSONObject: Codable, Equatable, CanonicalWritable, CanonicalReadable {
  /// Whether both have the same canonical bytes.
  public static func == (one: JSONObject, other: JSONObject) -> Bool { JSONValue.object(one) == .object(other) }

  /// Reads the object that follows.
  public init(from reader: inout JSONReader) throws(JSONError) {
    guard try reader.peek() == .object, case .object(let object) = try JSONValue(from: &reader) else {
      throw reader.mismatch("an object")
    }
    self = object
  }

  /// Writes the object, its members in canonical order.
  public func write(to writer: inout JSONWriter) { JSONValue.object(self).write(to: &writer) }

  /// Reads an object from any decoder.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = try decoder.session.decode(JSONObject.self, at: decoder.node)
      return
    }
    self.init()
    let container = try decoder.container(keyedBy: PathKey.self)
    for key in container.allKeys { self[key.stringValue] = try container.decode(JSONValue.self, forKey: key) }
  }

  /// Writes the object to any encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PathKey.self)
    for member in members { try container.encode(member.value, forKey: PathKey(stringValue: member.name)) }
  }
}
