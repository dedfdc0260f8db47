/// One run of a decoder: the tape, and which members were asked for.
final class DecodingSession {
  let tape: JSONTape
  let userInfo: [CodingUserInfoKey: any Sendable]
  private let bytes: UnsafeBufferPointer<UInt8>
  private let refuses: Bool
  /// The names that were asked of each object that a keyed container opened.
  private var asked: [Int: [String]] = [:]
  /// The objects that were taken whole, whatever their members.
  private var takenWhole: Set<Int> = []
  private var takenMembers: Set<Int> = []
  /// The names that an object may have, where its type was about to refuse it.
  private(set) var names: (node: Int, include: (String) -> Bool)?
  /// The members of objects with many of them.
  private var indexes: [Int: [UTF8Name: Int]] = [:]

  init(_ tape: JSONTape, _ bytes: UnsafeBufferPointer<UInt8>, _ decoder: CanonicalDecoder) {
    self.tape = tape
    self.bytes = bytes
    userInfo = decoder.userInfo
    refuses = decoder.unknownMembers == .refuse
  }

  func kind(of node: Int) -> JSONKind { tape.nodes[node].kind }

  /// A reader over the value of a node, which was checked before.
  func reader(at node: Int) -> JSONReader {
    JSONReader(bytes, limits: .unlimited, offset: Int(tape.nodes[node].start), checksKeys: false)
  }

  func decodeRoot<T: Decodable>(_ type: T.Type) throws(DecodeFailure) -> T {
    do {
      return try decode(type, at: 0)
    } catch {
      throw failure(of: error, at: 0, as: type)
    }
  }

  func decode<T: Decodable>(_ type: T.Type, at node: Int) throws -> T {
    if let value = try readDirectly(type, at: node) { return value }
    do {
      let value = try T(from: ValueDecoder(session: self, node: node))
      if refuses { noteIfUnopened(node) }
      return value
    } catch {
      throw failure(of: error, at: node, as: type)
    }
  }

  private func readDirectly<T: Decodable>(_ type: T.Type, at node: Int) throws -> T? {
    if refuses {
      guard let opaque = type as? any OpaqueReadable.Type else { return nil }
      takenWhole.insert(node)
      return try read(opaque, at: node) as? T
    }
    guard let readable = type as? any CanonicalReadable.Type else { return nil }
    return try read(readable, at: node) as? T
  }

  func read<R: CanonicalReadable>(_ type: R.Type, at node: Int) throws -> R {
    do throws(JSONError) {
      var reader = reader(at: node)
      let value = try R(from: &reader)
      guard reader.offset == Int(tape.nodes[node].end) else {
        throw JSONError(.refused("\(R.self) did not read the whole value"), at: reader.offset)
      }
      return value
    } catch {
      throw failure(error, at: node)
    }
  }

  /// Finds a member, and remembers that it was asked for.
  func member(_ name: String, of node: Int) -> Int? {
    let found = tape.nodes[node].count > 16 ? index(of: node)[UTF8Name(text: name)] : tape.member(name, of: node)
    if refuses {
      asked[node, default: []].append(name)
      if let found { takenMembers.insert(found) }
    }
    return found
  }

  private func index(of node: Int) -> [UTF8Name: Int] {
    if let index = indexes[node] { return index }
    var index: [UTF8Name: Int] = [:]
    for child in tape.children(of: node) { index[UTF8Name(text: tape.key(of: child).string)] = child }
    indexes[node] = index
    return index
  }

  /// Notes that a keyed container looks at an object.
  func open(_ node: Int) {
    if refuses { asked[node, default: []] += [] }
  }

  /// A type that took an object and never looked into it declares no members.
  private func noteIfUnopened(_ node: Int) {
    if kind(of: node) == .object, !takenWhole.contains(node) { open(node) }
  }

  /// Refuses the first member, in the order of the bytes, that nobody asked for.
  func refuseUnknownMembers() throws(DecodeFailure) {
    for node in asked.keys.sorted() where !takenWhole.contains(node) {
      for child in tape.children(of: node) where !takenMembers.contains(child) {
        let key = tape.key(of: child)
        throw DecodeFailure(
          kind: .unknownMember, path: pointer(to: child), expected: "a declared member",
          nearest: NearestName.nearest(to: key.string, in: asked[node] ?? []), offset: key.offset)
      }
    }
  }

  /// Notes which names an object may have: those that its keys take.
  func noteNames(of node: Int, _ include: @escaping (String) -> Bool) { names = (node, include) }

  /// Whether a type declares a member of that name, as far as that is known.
  private func declares(_ name: String, of node: Int) -> Bool {
    // Keys that take a name with a control character in it take every name: they declare nothing.
    guard let names, names.node == node, !names.include("\u{1}") else { return false }
    return names.include(name)
  }

  /// The names of an object's members that nobody asked for, and that are declared nowhere.
  func unaskedNames(of node: Int) -> [String] {
    tape.children(of: node).filter { !takenMembers.contains($0) }.map { tape.key(of: $0).string }
      .filter { !declares($0, of: node) }
  }
}

/// A readable type that takes every value, so that no member of it is unknown.
protocol OpaqueReadable: CanonicalReadable {}

extension JSONValue: OpaqueReadable {}
extension JSONNumber: OpaqueReadable {}
extension JSONObject: OpaqueReadable {}
