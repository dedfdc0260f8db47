/// The members of one object to be.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let session: EncodingSession
  let path: CodePath
  let box: ObjectBox

  var codingPath: [any CodingKey] { path.keys }

  private func put(_ value: Fragment, _ key: any CodingKey) { box.members.append((key.stringValue, value)) }

  func encodeNil(forKey key: Key) throws { put(session.leaf { $0.null() }, key) }
  func encode(_ value: Bool, forKey key: Key) throws { put(session.leaf { $0.bool(value) }, key) }
  func encode(_ value: String, forKey key: Key) throws { put(session.leaf { $0.string(value) }, key) }
  func encode(_ value: Double, forKey key: Key) throws { put(try session.double(value, path: .key(path, key)), key) }
  func encode(_ value: Float, forKey key: Key) throws { put(try session.float(value, path: .key(path, key)), key) }
  func encode(_ value: Int, forKey key: Key) throws { integer(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { integer(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { integer(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { integer(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { integer(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { integer(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { integer(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { integer(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { integer(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { integer(value, key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    put(try session.fragment(of: value, path: .key(path, key)), key)
  }

  private func integer(_ value: some FixedWidthInteger, _ key: Key) { put(session.leaf { $0.integer(value) }, key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    superEncoder(forKey: key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superEncoder(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(PathKey(stringValue: "super")) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: any CodingKey) -> ValueEncoder {
    let encoder = ValueEncoder(session: session, path: .key(path, key))
    put(.deferred(encoder), key)
    return encoder
  }
}
