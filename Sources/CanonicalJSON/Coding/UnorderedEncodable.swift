/// A collection that lists its elements in the order of their hashes, which differs from run to run.
protocol UnorderedEncodable {
  /// Encodes the collection in an order of its own.
  func fragment(session: EncodingSession, path: CodePath) throws -> Fragment
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
  func fragment(session: EncodingSession, path: CodePath) throws -> Fragment {
    guard Key.self is any CodingKeyRepresentable.Type else { return try pairs(session: session, path: path) }
    let box = ObjectBox()
    box.members.reserveCapacity(count)
    for (key, value) in self {
      guard let codingKey = (key as? any CodingKeyRepresentable)?.codingKey else { continue }
      let name = codingKey.stringValue
      box.members.append((name, try session.fragment(of: value, path: .key(path, codingKey))))
    }
    return .object(box)
  }

  /// The layout that the standard library reads: keys and values in turn.
  private func pairs(session: EncodingSession, path: CodePath) throws -> Fragment {
    var pairs: [(bytes: [UInt8], key: Fragment, value: Fragment)] = []
    for (key, value) in self {
      let fragment = try session.fragment(of: key, path: path)
      pairs.append((session.bytes(of: fragment), fragment, try session.fragment(of: value, path: path)))
    }
    pairs.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    let box = ArrayBox()
    box.elements = pairs.flatMap { [$0.key, $0.value] }
    return .array(box)
  }
}

extension Set: UnorderedEncodable where Element: Encodable {
  func fragment(session: EncodingSession, path: CodePath) throws -> Fragment {
    let elements = try map { element in
      let fragment = try session.fragment(of: element, path: path)
      return (bytes: session.bytes(of: fragment), fragment: fragment)
    }
    let box = ArrayBox()
    box.elements = elements.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.fragment)
    return .array(box)
  }
}
