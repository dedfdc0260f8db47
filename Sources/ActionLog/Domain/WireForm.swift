import CanonicalJSON

/// The rule for names on the wire: an enum value encodes as `{"feed":{"_0":{"queryChanged":{…}}}}`, and that is
/// the path `feed.queryChanged` and the innermost object.
enum WireForm {
  /// Why a value has no name and payload.
  enum Problem: Error {
    case noJSON(NoJSON)
    case notAnEnumCase
    case unlabelled(String)
  }

  /// A value's name and payload.
  struct Named {
    var type: String
    var payload: [UInt8]
  }

  /// Encodes an action; the groups it is nested in give the steps of its name.
  static func encode<Action: ActionGroup>(_ action: Action) throws(Problem) -> Named {
    let steps = groupSteps(of: action)
    return try encode(action) { _, count in count == steps }
  }

  /// Encodes a value; a name is complete where `isComplete` says so, or where no further step follows.
  static func encode(_ value: some Encodable, isComplete: (String, Int) -> Bool) throws(Problem) -> Named {
    let bytes: [UInt8]
    do { bytes = try CanonicalEncoder().encode(value) } catch { throw .noJSON(withinPayload(NoJSON(error))) }
    guard
      let (type, range) = bytes.withUnsafeBufferPointer({ split($0, isComplete: isComplete) }),
      bytes[range.lowerBound] == UInt8(ascii: "{")
    else { throw .notAnEnumCase }
    let payload = Array(bytes[range])
    guard !startsUnlabelled(payload) else { throw .unlabelled(type) }
    return Named(type: type, payload: payload)
  }

  /// The place within the payload, without the steps of the name.
  private static func withinPayload(_ missing: NoJSON) -> NoJSON {
    guard var tokens = (try? JSONPointer(missing.path))?.tokens[...] else { return missing }
    tokens = tokens.dropFirst()
    while tokens.first == "_0" { tokens = tokens.dropFirst(2) }
    return NoJSON(path: JSONPointer(tokens: Array(tokens)).text, why: missing.why)
  }

  /// How many steps the name of an action has: one, and one more for each group it is nested in.
  static func groupSteps(of action: any ActionGroup) -> Int {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum, let inner = mirror.children.first?.value as? any ActionGroup else { return 1 }
    return 1 + groupSteps(of: inner)
  }

  /// The name's path and the place of the payload in an encoded value; nil when it is not an object of one member.
  static func split(
    _ bytes: UnsafeBufferPointer<UInt8>, isComplete: (String, Int) -> Bool
  ) -> (type: String, payload: Range<Int>)? {
    guard var (type, payload) = onlyMember(of: bytes, in: 0..<bytes.count) else { return nil }
    var steps = 1
    while !isComplete(type, steps),
      let (name, group) = onlyMember(of: bytes, in: payload), name == "_0",
      let (step, inner) = onlyMember(of: bytes, in: group), bytes[inner.lowerBound] == UInt8(ascii: "{")
    {
      type += "." + step
      payload = inner
      steps += 1
    }
    return (type, payload)
  }

  /// The one member of the object at a place; nil when there is no object or it has none or more members.
  private static func onlyMember(
    of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>
  ) -> (name: String, value: Range<Int>)? {
    guard !range.isEmpty, bytes[range.lowerBound] == UInt8(ascii: "{") else { return nil }
    var reader = JSONReader(UnsafeBufferPointer(rebasing: bytes[range]), limits: .unlimited)
    do {
      try reader.beginObject()
      guard let name = try reader.nextKey()?.string else { return nil }
      let value = try reader.skipValue()
      guard try reader.nextKey() == nil else { return nil }
      return (name, value.lowerBound + range.lowerBound..<value.upperBound + range.lowerBound)
    } catch {
      return nil
    }
  }

  private static func startsUnlabelled(_ payload: [UInt8]) -> Bool {
    payload.starts(with: #"{"_0":"#.utf8)
  }
}

/// What stands around a payload so that it decodes as the enum value of its name.
struct WireWrapper: Sendable {
  let prefix: [UInt8]
  let suffix: [UInt8]
  /// Where the payload stands in the wrapped text.
  let pointer: String

  init(type: some StringProtocol) {
    let steps = type.split(separator: ".", omittingEmptySubsequences: false)
    var prefix: [UInt8] = []
    var pointer = ""
    for (place, step) in steps.enumerated() {
      if place > 0 {
        prefix += #"{"_0":"#.utf8
        pointer += "/_0"
      }
      var name = JSONWriter(reservingCapacity: step.utf8.count + 2)
      name.string(String(step))
      prefix.append(UInt8(ascii: "{"))
      prefix += name.bytes
      prefix.append(UInt8(ascii: ":"))
      pointer += "/" + Self.escaped(step)
    }
    self.prefix = prefix
    self.pointer = pointer
    suffix = Array(repeating: UInt8(ascii: "}"), count: steps.count * 2 - 1)
  }

  /// The payload with what stands around it.
  func wrap(_ payload: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(prefix.count + payload.count + suffix.count)
    bytes += prefix
    bytes += payload
    bytes += suffix
    return bytes
  }

  /// A decoder's failure as one within the payload.
  func unwrap(_ failure: DecodeFailure) -> ActionDecodeFailure.Kind {
    let path = failure.path.hasPrefix(pointer) ? String(failure.path.dropFirst(pointer.count)) : failure.path
    return .payload(
      path: path, expected: failure.expected, nearest: failure.nearest, offset: max(0, failure.offset - prefix.count))
  }

  private static func escaped(_ step: some StringProtocol) -> String {
    var text = ""
    for character in step {
      switch character {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.append(character)
      }
    }
    return text
  }
}
