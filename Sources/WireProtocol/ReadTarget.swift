import CanonicalJSON

/// What `get` and `subscribe` read.
package enum ReadTarget: Sendable {
  /// A well-formed JSON Pointer; empty for the whole state.
  case pointer(String)
  case selector(String, arguments: JSONValue?)

  static let names = ["pointer", "select", "args"]
}

/// Gathers the parameters that name a target, which may come in any order among others.
struct ReadTargetReader {
  private var pointer: String?
  private var select: String?
  private var args: Range<Int>?

  /// Reads the value of `key` if it is one of the target's parameters; otherwise nothing is read.
  mutating func take(
    _ key: JSONKey, _ params: inout ParamsReader, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    if key == "pointer" {
      pointer = try params.string("pointer", &reader)
    } else if key == "select" {
      select = try params.text("select", limit: DispatchParams.nameBytes, &reader)
    } else if key == "args" {
      if try params.expect(.object, "an object", "args", &reader) { args = try reader.skipValue() }
    } else {
      return false
    }
    return true
  }

  /// What they name together: the whole state where there are none.
  func finish(
    in bytes: UnsafeBufferPointer<UInt8>, _ limits: Limits
  ) throws(JSONError) -> Result<ReadTarget, WireError> {
    if let select { return try selection(select, in: bytes, limits) }
    if args != nil { return .failure(.invalidParams(path: "/args", "`args` goes with `select`")) }
    guard let pointer else { return .success(.pointer("")) }
    guard Self.isPointer(pointer) else {
      return .failure(
        .invalidParams(
          path: "/pointer", "`pointer` is no JSON Pointer (RFC 6901): it is empty or begins with `/`, and `~` is `~0`",
          expected: "a JSON Pointer"))
    }
    return .success(.pointer(pointer))
  }

  private func selection(
    _ name: String, in bytes: UnsafeBufferPointer<UInt8>, _ limits: Limits
  ) throws(JSONError) -> Result<ReadTarget, WireError> {
    if pointer != nil {
      return .failure(.invalidParams(path: "/pointer", "`pointer` and `select` exclude each other"))
    }
    guard let args else { return .success(.selector(name, arguments: nil)) }
    let value = try JSONValue.parse(UnsafeBufferPointer(rebasing: bytes[args]), limits: limits.json)
    return .success(.selector(name, arguments: value))
  }

  private static func isPointer(_ text: String) -> Bool {
    guard !text.isEmpty else { return true }
    guard text.utf8.first == 0x2F else { return false }
    var afterTilde = false
    for byte in text.utf8 {
      if afterTilde, byte != 0x30, byte != 0x31 { return false }
      afterTilde = byte == 0x7E
    }
    return !afterTilde
  }
}
