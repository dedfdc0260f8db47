/// The members of a made-up object: all there are, each `nil` where it may be.
struct ProbeKeyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let notes: ProbeNotes?
  let depth: Int
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) throws -> Bool {
    notes?.note(key.stringValue, "any", required: false)
    return true
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    notes?.note(key.stringValue, ProbeDecoder.kind(of: type), required: true)
    return try ProbeDecoder.makeUp(type, depth: depth)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    notes?.note(key.stringValue, ProbeDecoder.kind(of: type), required: false)
    return nil
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { absent(key, type) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { absent(key, type) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { absent(key, type) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { absent(key, type) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { absent(key, type) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { absent(key, type) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { absent(key, type) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { absent(key, type) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { absent(key, type) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { absent(key, type) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { absent(key, type) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { absent(key, type) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { absent(key, type) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { absent(key, type) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    notes?.note(key.stringValue, "object", required: true)
    return KeyedDecodingContainer(ProbeKeyed<Nested>(notes: nil, depth: depth + 1))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    notes?.note(key.stringValue, "array", required: true)
    return ProbeUnkeyed()
  }

  func superDecoder() throws -> any Decoder { ProbeDecoder(notes: nil, depth: depth + 1) }
  func superDecoder(forKey key: Key) throws -> any Decoder { ProbeDecoder(notes: nil, depth: depth + 1) }

  private func absent<Value>(_ key: Key, _ type: Value.Type) -> Value? {
    notes?.note(key.stringValue, ProbeDecoder.kind(of: type), required: false)
    return nil
  }
}

/// A made-up array: empty.
struct ProbeUnkeyed: UnkeyedDecodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  var isAtEnd: Bool { true }
  var currentIndex: Int { 0 }

  mutating func decodeNil() throws -> Bool { throw Self.end }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw Self.end }
  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw Self.end
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.end }
  mutating func superDecoder() throws -> any Decoder { throw Self.end }

  private static var end: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "it reads elements of an array it has not counted"))
  }
}

/// A made-up plain value: false, zero, the empty text.
struct ProbeSingle: SingleValueDecodingContainer {
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }
  func decode(_ type: Bool.Type) throws -> Bool { false }
  func decode(_ type: String.Type) throws -> String { "" }
  func decode(_ type: Double.Type) throws -> Double { 0 }
  func decode(_ type: Float.Type) throws -> Float { 0 }
  func decode(_ type: Int.Type) throws -> Int { 0 }
  func decode(_ type: Int8.Type) throws -> Int8 { 0 }
  func decode(_ type: Int16.Type) throws -> Int16 { 0 }
  func decode(_ type: Int32.Type) throws -> Int32 { 0 }
  func decode(_ type: Int64.Type) throws -> Int64 { 0 }
  func decode(_ type: UInt.Type) throws -> UInt { 0 }
  func decode(_ type: UInt8.Type) throws -> UInt8 { 0 }
  func decode(_ type: UInt16.Type) throws -> UInt16 { 0 }
  func decode(_ type: UInt32.Type) throws -> UInt32 { 0 }
  func decode(_ type: UInt64.Type) throws -> UInt64 { 0 }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ProbeDecoder.makeUp(type, depth: depth)
  }
}
