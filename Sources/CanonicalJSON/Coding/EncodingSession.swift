/// One run of an encoder: scalars are written to one buffer as they come, containers are put in order at the end.
final class EncodingSession {
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// The scalars, one behind the other.
  private(set) var scratch = JSONWriter()

  init(userInfo: [CodingUserInfoKey: any Sendable]) { self.userInfo = userInfo }

  /// Writes a value that needs no ordering.
  func leaf(_ write: (inout JSONWriter) -> Void) -> Fragment {
    scratch.needsComma = false
    let start = scratch.bytes.count
    write(&scratch)
    return .leaf(start..<scratch.bytes.count)
  }

  func double(_ value: Double, path: @autoclosure () -> CodePath) throws -> Fragment {
    guard value.isFinite else { throw Self.notFinite(value, path()) }
    return leaf { $0.double(value) }
  }

  func float(_ value: Float, path: @autoclosure () -> CodePath) throws -> Fragment {
    guard value.isFinite else { throw Self.notFinite(value, path()) }
    return leaf { $0.float(value) }
  }

  private static func notFinite(_ value: Any, _ path: CodePath) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: path.keys, debugDescription: "JSON has no spelling for \(value)"))
  }

  func fragment<T: Encodable>(of value: T, path: CodePath) throws -> Fragment {
    if let writable = value as? any CanonicalWritable { return leaf { writable.write(to: &$0) } }
    if let unordered = value as? any UnorderedEncodable { return try unordered.fragment(session: self, path: path) }
    let encoder = ValueEncoder(session: self, path: path)
    try value.encode(to: encoder)
    return .deferred(encoder)
  }

  /// The canonical bytes of a fragment.
  func bytes(of fragment: Fragment) -> [UInt8] {
    var writer = JSONWriter()
    writer.fragment(fragment, self)
    return writer.take()
  }
}

/// A part of what was encoded.
enum Fragment {
  /// A range of the session's buffer.
  case leaf(Range<Int>)
  case object(ObjectBox)
  case array(ArrayBox)
  /// What an encoder holds, now or later: a type may keep one and write to it until all is encoded.
  case deferred(ValueEncoder)
}

final class ObjectBox {
  var members: [(name: String, value: Fragment)] = []

  /// The members in canonical order; of two with one name the later.
  var ordered: [(name: String, value: Fragment)] {
    let isOrdered = zip(members, members.dropFirst()).allSatisfy { UTF8Order.isUTF16Ascending($0.name, $1.name) }
    if isOrdered { return members }
    let sorted = members.enumerated().sorted { one, other in
      if UTF8Order.areEqual(one.element.name, other.element.name) { return one.offset < other.offset }
      return UTF8Order.isUTF16Ascending(one.element.name, other.element.name)
    }
    var result: [(name: String, value: Fragment)] = []
    for (_, member) in sorted {
      if let last = result.last, UTF8Order.areEqual(last.name, member.name) { result.removeLast() }
      result.append(member)
    }
    return result
  }
}

final class ArrayBox {
  var elements: [Fragment] = []
}

extension JSONWriter {
  mutating func fragment(_ fragment: Fragment, _ session: EncodingSession) {
    switch fragment {
    case .leaf(let range):
      session.scratch.bytes.withUnsafeBufferPointer { raw(buffer: UnsafeBufferPointer(rebasing: $0[range])) }
    case .object(let box):
      beginObject()
      for member in box.ordered {
        key(member.name)
        self.fragment(member.value, session)
      }
      endObject()
    case .array(let box):
      beginArray()
      for element in box.elements { self.fragment(element, session) }
      endArray()
    case .deferred(let encoder):
      self.fragment(encoder.fragment ?? .object(ObjectBox()), session)
    }
  }
}

/// The keys that lead to a value.
indirect enum CodePath {
  case root
  case key(CodePath, any CodingKey)

  var keys: [any CodingKey] {
    switch self {
    case .root: []
    case .key(let path, let key): path.keys + [key]
    }
  }
}
