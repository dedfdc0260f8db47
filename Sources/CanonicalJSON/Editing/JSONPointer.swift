/// Why a text is no JSON Pointer.
public struct JSONPointerError: Error, Equatable, Sendable {
  /// The text.
  public let text: String
  /// What is wrong with it, as a plain phrase.
  public let reason: String
}

/// A way into a JSON value (RFC 6901): names of members and places of elements.
public struct JSONPointer: Sendable, Equatable, CustomStringConvertible {
  /// The names and places, without escapes.
  public let tokens: [String]

  /// Reads a pointer: empty, or every token behind a slash, `~1` for a slash and `~0` for a tilde.
  public init(_ text: String) throws(JSONPointerError) {
    guard !text.isEmpty else {
      tokens = []
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else {
      throw JSONPointerError(text: text, reason: "a pointer is empty or begins with a slash")
    }
    var tokens: [String] = []
    for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let token = Self.unescaped(part) else {
        throw JSONPointerError(text: text, reason: "a tilde is followed by 0 or 1")
      }
      tokens.append(token)
    }
    self.tokens = tokens
  }

  /// Makes a pointer of names and places without escapes.
  public init(tokens: [String]) { self.tokens = tokens }

  /// The pointer with its escapes.
  public var text: String { tokens.map { "/" + Self.escaped($0) }.joined() }

  /// The same as `text`.
  public var description: String { text }

  /// The value that the pointer leads to; `nil` if there is none.
  public func value(in root: JSONValue) -> JSONValue? {
    var current = root
    for token in tokens {
      switch current {
      case .object(let object):
        guard let value = object[token] else { return nil }
        current = value
      case .array(let elements):
        guard let place = Self.place(token), place < elements.count else { return nil }
        current = elements[place]
      case .null, .bool, .number, .string: return nil
      }
    }
    return current
  }

  /// The place that a token names in an array: digits without leading zeros.
  package static func place(_ token: String) -> Int? {
    let digits = token.utf8
    guard digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    if digits.first == UInt8(ascii: "0"), digits.count > 1 { return nil }
    return Int(token)
  }

  /// Whether two pointers have the same tokens, byte for byte.
  public static func == (one: JSONPointer, other: JSONPointer) -> Bool {
    one.tokens.count == other.tokens.count && zip(one.tokens, other.tokens).allSatisfy { UTF8Order.areEqual($0, $1) }
  }

  /// A token as it stands in a pointer.
  package static func escaped(_ token: String) -> String {
    guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return token }
    var bytes: [UInt8] = []
    for byte in token.utf8 {
      switch byte {
      case UInt8(ascii: "~"): bytes += [byte, UInt8(ascii: "0")]
      case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ part: some Sequence<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var isTilde = false
    for byte in part {
      switch (isTilde, byte) {
      case (false, UInt8(ascii: "~")):
        isTilde = true
        continue
      case (false, _): bytes.append(byte)
      case (true, UInt8(ascii: "0")): bytes.append(UInt8(ascii: "~"))
      case (true, UInt8(ascii: "1")): bytes.append(UInt8(ascii: "/"))
      case (true, _): return nil
      }
      isTilde = false
    }
    return isTilde ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
