import CanonicalJSON

/// Reads parameters by name, and notes the first thing that is wrong instead of stopping at it, so that the strict
/// reader always ends behind the value.
struct ParamsReader {
  /// The names that the method declares.
  let names: [String]
  private(set) var failure: WireError?

  init(_ names: [String]) {
    self.names = names
  }

  /// Notes `error` unless something was noted before.
  mutating func note(_ error: WireError) {
    if failure == nil { failure = error }
  }

  mutating func unknown(_ key: JSONKey, _ reader: inout JSONReader) throws(JSONError) {
    // Only the first is told of: to look for the nearest name costs much more than to read a key.
    let name = failure == nil ? key.string : nil
    _ = try reader.skipValue()
    guard let name else { return }
    note(
      .invalidParams(
        path: Self.path(name), "\(WireError.quoted(name)) is not a parameter here",
        nearest: NearestName.nearest(to: name, in: names)))
  }

  static func missing(_ name: String) -> WireError {
    .invalidParams(path: path(name), "`\(name)` is missing")
  }

  mutating func string(_ name: String, _ reader: inout JSONReader) throws(JSONError) -> String? {
    guard try expect(.string, "a string", name, &reader) else { return nil }
    return try reader.readString()
  }

  /// A string of 1 to `limit` bytes.
  mutating func text(_ name: String, limit: Int, _ reader: inout JSONReader) throws(JSONError) -> String? {
    guard let text = try string(name, &reader) else { return nil }
    let count = text.utf8.count
    guard (1...limit).contains(count) else {
      let expected = "a string of 1 to \(limit) bytes"
      note(
        .invalidParams(path: Self.path(name), "`\(name)` is \(expected), not of \(count)", expected: expected))
      return nil
    }
    return text
  }

  mutating func unsigned(_ name: String, _ reader: inout JSONReader) throws(JSONError) -> UInt64? {
    guard try expect(.number, Self.wholeNumber, name, &reader) else { return nil }
    let start = reader
    do throws(JSONError) {
      return try reader.readUInt64()
    } catch {
      // Not a number at all throws again here; a number of another kind is a wrong parameter.
      reader = start
      _ = try reader.skipValue()
      note(mismatch(name, Self.wholeNumber))
      return nil
    }
  }

  /// A payload version: a whole number from 1 on.
  mutating func version(_ name: String, _ reader: inout JSONReader) throws(JSONError) -> Int? {
    guard let number = try unsigned(name, &reader) else { return nil }
    guard number >= 1, let version = Int(exactly: number) else {
      note(mismatch(name, "a whole number from 1 on"))
      return nil
    }
    return version
  }

  /// A W3C `traceparent`.
  mutating func traceparent(_ name: String, _ reader: inout JSONReader) throws(JSONError) -> String? {
    guard let text = try string(name, &reader) else { return nil }
    if TraceParent.isWellFormed(text) { return text }
    note(mismatch(name, "a W3C traceparent, as in 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
    return nil
  }

  /// Whether a value of `kind` comes next; another one is passed over and noted.
  mutating func expect(
    _ kind: JSONKind, _ expected: String, _ name: String, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    if try reader.peek() == kind { return true }
    _ = try reader.skipValue()
    note(mismatch(name, expected))
    return false
  }

  private func mismatch(_ name: String, _ expected: String) -> WireError {
    .invalidParams(path: Self.path(name), "`\(name)` must be \(expected)", expected: expected)
  }

  private static let wholeNumber = "a whole number from 0 on"

  /// The JSON Pointer of a member of `params`.
  static func path(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return "/\(name)" }
    var path = "/"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": path += "~0"
      case "/": path += "~1"
      default: path.unicodeScalars.append(scalar)
      }
    }
    return path
  }
}
