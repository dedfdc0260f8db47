import CanonicalJSON

/// The parameters of `get`.
package struct GetParams: Sendable {
  /// What is read; the whole state where nothing is named.
  package let target: ReadTarget
  /// Wait until this seq is durable.
  package let minSeq: UInt64?

  static let names = ReadTarget.names + ["minSeq"]

  /// The parameters of a `get` without any.
  static let whole = GetParams(target: .whole, minSeq: nil)

  /// Reads the parameters; the reader stands before their object, and behind it afterwards.
  static func read(
    from reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>, limits: Limits
  ) throws(JSONError) -> Result<GetParams, WireError> {
    var params = ParamsReader(names)
    var target = ReadTargetReader()
    var minSeq: UInt64?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if try target.take(key, &params, &reader) { continue }
      if key == "minSeq" {
        minSeq = try params.unsigned("minSeq", &reader)
      } else {
        try params.unknown(key, &reader)
      }
    }
    if let failure = params.failure { return .failure(failure) }
    return try target.finish(in: bytes, limits).map { GetParams(target: $0, minSeq: minSeq) }
  }
}
