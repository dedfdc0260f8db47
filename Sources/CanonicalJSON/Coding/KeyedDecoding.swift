/// The members of one object of the tape.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let session: DecodingSession
  let node: Int

  var codingPath: [any CodingKey] { session.tape.path(to: node) }

  var allKeys: [Key] {
    let keys = session.tape.children(of: node).compactMap { Key(stringValue: session.tape.key(of: $0).string) }
    // An enum looks for its one case so.
    if keys.count != 1 { session.noteNames(of: node) { Key(stringValue: $0) != nil } }
    return keys
  }

  func contains(_ key: Key) -> Bool { session.member(key.stringValue, of: node) != nil }

  private func find(_ key: any CodingKey, _ type: Any.Type) throws -> Int {
    if let member = session.member(key.stringValue, of: node) { return member }
    session.noteNames(of: node) { Key(stringValue: $0) != nil }
    throw session.missing(key.stringValue, of: node, expected: Expectation.phrase(for: type))
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let member = session.member(key.stringValue, of: node) else { return true }
    return session.isNull(member)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try session.bool(at: find(key, type)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try session.string(at: find(key, type)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try session.double(at: find(key, type)) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try session.float(at: find(key, type)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try session.decode(type, at: find(key, type))
  }

  private func integer<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T {
    try session.integer(type, at: find(key, type))
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let member = session.member(key.stringValue, of: node), !session.isNull(member) else { return nil }
    return try session.decode(type, at: member)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    ValueDecoder(session: session, node: try find(PathKey(stringValue: "super"), Any.self))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    ValueDecoder(session: session, node: try find(key, Any.self))
  }
}
