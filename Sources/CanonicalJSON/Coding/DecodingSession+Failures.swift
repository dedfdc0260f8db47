extension DecodingSession {
  func pointer(to node: Int) -> String { Self.pointer(tape.path(to: node)) }

  static func pointer(_ path: [any CodingKey]) -> String {
    path.map { "/" + JSONPointer.escaped($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
  }

  func mismatch(_ expected: String, at node: Int) -> DecodeFailure {
    DecodeFailure(
      kind: .mismatch, path: pointer(to: node), expected: expected, offset: Int(tape.nodes[node].start))
  }

  /// The failure where an object lacks a member.
  func missing(_ name: String, of node: Int, expected: String) -> DecodeFailure {
    DecodeFailure(
      kind: .missing, path: pointer(to: node) + "/" + JSONPointer.escaped(name), expected: expected,
      nearest: NearestName.nearest(to: name, in: unaskedNames(of: node)), offset: Int(tape.nodes[node].start))
  }

  /// What a type that reads itself threw.
  func failure(_ error: JSONError, at node: Int) -> DecodeFailure {
    let place = tape.innermost(at: error.offset)
    let path = pointer(to: place)
    switch error.kind {
    case .typeMismatch(let expected):
      return DecodeFailure(kind: .mismatch, path: path, expected: expected, offset: error.offset)
    case .numberOutOfRange:
      return DecodeFailure(kind: .mismatch, path: path, expected: "a number in range", offset: error.offset)
    case .missingMember(let name):
      return missing(name, of: place, expected: "this member")
    case .refused(let why):
      return DecodeFailure(kind: .custom, path: path, expected: why, offset: error.offset)
    case .unexpectedByte, .unexpectedEnd, .invalidUTF8, .loneSurrogate, .controlCharacter, .invalidEscape,
      .invalidNumber, .duplicateKey, .tooDeep, .tooLong, .byteOrderMark, .trailingBytes:
      return DecodeFailure(kind: .syntax(error), path: path, expected: "JSON", offset: error.offset)
    }
  }

  /// What the initialiser of `type` threw over `node`.
  func failure<T>(of error: any Error, at node: Int, as type: T.Type) -> DecodeFailure {
    switch error {
    case let failure as DecodeFailure: return failure
    case let error as JSONError: return failure(error, at: node)
    case DecodingError.keyNotFound(let key, let context):
      return failure(.missing, context, adding: key, Expectation.phrase(for: type), at: node)
    case DecodingError.typeMismatch(let wanted, let context):
      if wanted == type, let failure = oneCaseFailure(context, at: node) { return failure }
      let phrase = wanted == type ? context.debugDescription : Expectation.phrase(for: wanted)
      return failure(.mismatch, context, phrase, at: node)
    case DecodingError.valueNotFound(let wanted, let context):
      return failure(.mismatch, context, Expectation.phrase(for: wanted), at: node)
    case DecodingError.dataCorrupted(let context):
      return caseFailure(type, at: node) ?? failure(.custom, context, context.debugDescription, at: node)
    default:
      return DecodeFailure(
        kind: .custom, path: pointer(to: node), expected: "\(error)", offset: Int(tape.nodes[node].start))
    }
  }

  private func failure(
    _ kind: DecodeFailure.Kind, _ context: DecodingError.Context, adding key: (any CodingKey)? = nil,
    _ expected: String, at node: Int
  ) -> DecodeFailure {
    let here = tape.path(to: node)
    // A context that was made without the decoder's path still happened here.
    let base: [any CodingKey] = context.codingPath.count >= here.count ? context.codingPath : here
    let path = base + (key.map { [$0] } ?? [])
    return DecodeFailure(
      kind: kind, path: Self.pointer(path), expected: expected, offset: Int(tape.nodes[tape.nearest(to: path)].start))
  }

  /// The failure of an object that is to name one case of an enum and does not.
  ///
  /// A synthesized enum says of it only that the number of keys is wrong, since it counts those that it knows.
  private func oneCaseFailure(_ context: DecodingError.Context, at node: Int) -> DecodeFailure? {
    guard context.debugDescription == "Invalid number of keys found, expected one.", kind(of: node) == .object,
      let names, names.node == node
    else { return nil }
    let children = Array(tape.children(of: node))
    guard children.count == 1 else { return mismatch("an object with one member, named as the case is", at: node) }
    let key = tape.key(of: children[0])
    return DecodeFailure(
      kind: .mismatch, path: pointer(to: children[0]), expected: "a case that there is",
      nearest: NearestName.oneErrorAway(from: key.string, where: names.include), offset: key.offset)
  }

  /// The failure of a string that is none of an enum's cases, where those can be listed.
  private func caseFailure<T>(_ type: T.Type, at node: Int) -> DecodeFailure? {
    guard let names = Expectation.caseNames(of: type), kind(of: node) == .string else { return nil }
    let listed = names.map { "\"\($0)\"" }.joined(separator: ", ")
    var failure = mismatch("one of \(listed)", at: node)
    var reader = reader(at: node)
    failure.nearest = (try? reader.readString()).flatMap { NearestName.nearest(to: $0, in: names) }
    return failure
  }
}

/// Types as people call them.
enum Expectation {
  static func phrase(for type: Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is Double.Type, is Float.Type: "a number"
    case let integer as any FixedWidthInteger.Type: phrase(integer)
    case is any AnyDictionary.Type: "an object"
    case is any AnyArray.Type: "an array"
    // The name of a program's type says nothing to those who send the value.
    default: "this member"
    }
  }

  static func phrase<T: FixedWidthInteger>(_ type: T.Type) -> String { "an integer from \(T.min) to \(T.max)" }

  static func caseNames(of type: Any.Type) -> [String]? {
    guard let cases = type as? any CaseIterable.Type else { return nil }
    return names(cases)
  }

  private static func names<C: CaseIterable>(_ type: C.Type) -> [String]? {
    let names = C.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    return names.isEmpty ? nil : names
  }
}

private protocol AnyDictionary {}
private protocol AnyArray {}
extension Dictionary: AnyDictionary {}
extension Array: AnyArray {}
