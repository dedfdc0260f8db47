/// The decoder that a type's initialiser gets: one node of the tape.
struct ValueDecoder: Decoder {
  let session: DecodingSession
  let node: Int

  var codingPath: [any CodingKey] { session.tape.path(to: node) }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard session.kind(of: node) == .object else { throw session.mismatch("an object", at: node) }
    session.open(node)
    return KeyedDecodingContainer(KeyedDecoding(session: session, node: node))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard session.kind(of: node) == .array else { throw session.mismatch("an array", at: node) }
    return UnkeyedDecoding(session: session, node: node)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { session.isNull(node) }
  func decode(_ type: Bool.Type) throws -> Bool { try session.bool(at: node) }
  func decode(_ type: String.Type) throws -> String { try session.string(at: node) }
  func decode(_ type: Double.Type) throws -> Double { try session.double(at: node) }
  func decode(_ type: Float.Type) throws -> Float { try session.float(at: node) }
  func decode(_ type: Int.Type) throws -> Int { try session.integer(type, at: node) }
  func decode(_ type: Int8.Type) throws -> Int8 { try session.integer(type, at: node) }
  func decode(_ type: Int16.Type) throws -> Int16 { try session.integer(type, at: node) }
  func decode(_ type: Int32.Type) throws -> Int32 { try session.integer(type, at: node) }
  func decode(_ type: Int64.Type) throws -> Int64 { try session.integer(type, at: node) }
  func decode(_ type: UInt.Type) throws -> UInt { try session.integer(type, at: node) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try session.integer(type, at: node) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try session.integer(type, at: node) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try session.integer(type, at: node) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try session.integer(type, at: node) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try session.decode(type, at: node) }
}
