/// The elements of one array to be.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let session: EncodingSession
  let path: CodePath
  let box: ArrayBox

  var codingPath: [any CodingKey] { path.keys }
  var count: Int { box.elements.count }
  private var here: CodePath { .key(path, PathKey(intValue: count)) }

  private func put(_ value: Fragment) { box.elements.append(value) }

  func encodeNil() throws { put(session.leaf { $0.null() }) }
  func encode(_ value: Bool) throws { put(session.leaf { $0.bool(value) }) }
  func encode(_ value: String) throws { put(session.leaf { $0.string(value) }) }
  func encode(_ value: Double) throws { put(try session.double(value, path: here)) }
  func encode(_ value: Float) throws { put(try session.float(value, path: here)) }
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
  func encode<T: Encodable>(_ value: T) throws { put(try session.fragment(of: value, path: here)) }

  private func integer(_ value: some FixedWidthInteger) { put(session.leaf { $0.integer(value) }) }

  func nestedContainer<Key: CodingKey>(keyedBy keyType: Key.Type) -> KeyedEncodingContainer<Key> {
    superEncoder().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

  func superEncoder() -> any Encoder {
    let encoder = ValueEncoder(session: session, path: here)
    put(.deferred(encoder))
    return encoder
  }
}
