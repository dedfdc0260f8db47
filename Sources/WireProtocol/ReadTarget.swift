import CanonicalJSON

/// What `get` and `subscribe` read.
package enum ReadTarget: Sendable {
  /// The empty pointer is for the whole state.
  case pointer(JSONPointer)
  case selector(String, arguments: JSONValue?)

  static let names = ["pointer", "select", "args"]

  /// The whole state.
  static let whole = ReadTarget.pointer(JSONPointer(tokens: []))
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
    guard let pointer else { return .success(.whole) }
    do throws(JSONPointerError) {
      return .success(.pointer(try JSONPointer(pointer)))
    } catch {
      return .failure(
        .invalidParams(
          path: "/pointer", "`pointer` is no JSON Pointer (RFC 6901): it is empty or begins with `/`, and `~` is `~0`",
          expected: "a JSON Pointer"))
    }
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
}
