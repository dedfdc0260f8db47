/// The encoder that a value's `encode(to:)` gets: a place for one fragment.
final class ValueEncoder: Encoder {
  let session: EncodingSession
  let path: CodePath
  private(set) var fragment: Fragment?

  init(session: EncodingSession, path: CodePath) {
    self.session = session
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A type and its superclass may each ask for the same container.
    if case .object(let box) = fragment {
      return KeyedEncodingContainer(KeyedEncoding(session: session, path: path, box: box))
    }
    let box = ObjectBox()
    fragment = .object(box)
    return KeyedEncodingContainer(KeyedEncoding(session: session, path: path, box: box))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array(let box) = fragment { return UnkeyedEncoding(session: session, path: path, box: box) }
    let box = ArrayBox()
    fragment = .array(box)
    return UnkeyedEncoding(session: session, path: path, box: box)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { fragment = session.leaf { $0.null() } }
  func encode(_ value: Bool) throws { fragment = session.leaf { $0.bool(value) } }
  func encode(_ value: String) throws { fragment = session.leaf { $0.string(value) } }
  func encode(_ value: Double) throws { fragment = try session.double(value, path: path) }
  func encode(_ value: Float) throws { fragment = try session.float(value, path: path) }
  func encode(_ value: Int) throws { integer(value) }
  func encode(_ value: Int8) throws { integer(value) }
  func encode(_ value: Int16) throws { integer(value) }
  func encode(_ value: Int32) throws { integer(value) }
  func encode(_ value: Int64) throws { integer(value) }
  func encode(_ value: UInt) throws { integer(value) }
  func encode(_ value: UInt8) throws { integer(value) }
  func encode(_ value: UInt16) throws { integer(value) }
  func encode(_ value: UInt32) throws { integer(value) }
  func encode(_ value: UInt64) throws { integer(value) }
  func encode<T: Encodable>(_ value: T) throws { fragment = try session.fragment(of: value, path: path) }

  private func integer(_ value: some FixedWidthInteger) { fragment = session.leaf { $0.integer(value) } }
}
