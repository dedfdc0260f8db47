/// The elements of one array of the tape.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let session: DecodingSession
  let node: Int
  private(set) var currentIndex = 0
  /// The node of the next element.
  private var upcoming: Int

  init(session: DecodingSession, node: Int) {
    self.session = session
    self.node = node
    upcoming = node + 1
  }

  var codingPath: [any CodingKey] { session.tape.path(to: node) }
  var count: Int? { Int(session.tape.nodes[node].count) }
  var isAtEnd: Bool { upcoming >= Int(session.tape.nodes[node].next) }

  private func current(_ type: Any.Type) throws -> Int {
    guard isAtEnd else { return upcoming }
    throw session.missing(String(currentIndex), of: node, expected: Expectation.phrase(for: type))
  }

  private mutating func advance() {
    upcoming = Int(session.tape.nodes[upcoming].next)
    currentIndex += 1
  }

  /// Reads one element; the cursor moves on only if that went well.
  private mutating func take<R>(_ type: R.Type, _ body: (DecodingSession, Int) throws -> R) throws -> R {
    let value = try body(session, current(type))
    advance()
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard session.isNull(try current(Any.self)) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type) { try $0.bool(at: $1) } }
  mutating func decode(_ type: String.Type) throws -> String { try take(type) { try $0.string(at: $1) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try take(type) { try $0.double(at: $1) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try take(type) { try $0.float(at: $1) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try take(type) { try $0.decode(type, at: $1) }
  }

  private mutating func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    try take(type) { try $0.integer(type, at: $1) }
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try take(KeyedDecodingContainer<Key>.self) {
      try ValueDecoder(session: $0, node: $1).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try ValueDecoder(session: session, node: try current(Any.self)).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = ValueDecoder(session: session, node: try current(Any.self))
    advance()
    return decoder
  }
}
