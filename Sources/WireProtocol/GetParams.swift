import CanonicalJSON

/// The parameters of `get`.
package struct GetParams: Sendable {
  /// What is read.
  package enum Target: Sendable {
    /// A well-formed JSON Pointer; empty for the whole state.
    case pointer(String)
    case selector(String, arguments: JSONValue?)
  }

  /// The whole state where nothing is named.
  package let target: Target
  /// Wait until this seq is durable.
  package let minSeq: UInt64?

  static let names = ["pointer", "select", "args", "minSeq"]

  /// The parameters of a `get` without any.
  static let whole = GetParams(target: .pointer(""), minSeq: nil)

  /// Reads the parameters; the reader stands before their object, and behind it afterwards.
  static func read(
    from reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>, limits: Limits
  ) throws(JSONError) -> Result<GetParams, WireError> {
    var params = ParamsReader(names)
    var pointer: String?
    var select: String?
    var args: Range<Int>?
    var minSeq: UInt64?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "pointer" {
        pointer = try params.string("pointer", &reader)
      } else if key == "select" {
        select = try params.text("select", limit: DispatchParams.nameBytes, &reader)
      } else if key == "args" {
        if try params.expect(.object, "an object", "args", &reader) { args = try reader.skipValue() }
      } else if key == "minSeq" {
        minSeq = try params.unsigned("minSeq", &reader)
      } else {
        try params.unknown(key, &reader)
      }
    }
    if let failure = params.failure { return .failure(failure) }
    if let select { return try selection(select, pointer: pointer, args: args, minSeq: minSeq, in: bytes, limits) }
    if args != nil { return .failure(.invalidParams(path: "/args", "`args` goes with `select`")) }
    guard let pointer else { return .success(GetParams(target: .pointer(""), minSeq: minSeq)) }
    guard isPointer(pointer) else {
      return .failure(
        .invalidParams(
          path: "/pointer", "`pointer` is no JSON Pointer (RFC 6901): it is empty or begins with `/`, and `~` is `~0`",
          expected: "a JSON Pointer"))
    }
    return .success(GetParams(target: .pointer(pointer), minSeq: minSeq))
  }

  private static func selection(
    _ name: String, pointer: String?, args: Range<Int>?, minSeq: UInt64?, in bytes: UnsafeBufferPointer<UInt8>,
    _ limits: Limits
  ) throws(JSONError) -> Result<GetParams, WireError> {
    if pointer != nil {
      return .failure(.invalidParams(path: "/pointer", "`pointer` and `select` exclude each other"))
    }
    guard let args else {
      return .success(GetParams(target: .selector(name, arguments: nil), minSeq: minSeq))
    }
    let value = try JSONValue.parse(UnsafeBufferPointer(rebasing: bytes[args]), limits: limits.json)
    return .success(GetParams(target: .selector(name, arguments: value), minSeq: minSeq))
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
