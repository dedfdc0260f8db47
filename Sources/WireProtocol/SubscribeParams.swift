import CanonicalJSON

/// The parameters of `subscribe`.
package struct SubscribeParams: Sendable {
  /// What is watched; the whole state where nothing is named.
  package let target: ReadTarget

  static let names = ReadTarget.names

  /// The parameters of a `subscribe` without any.
  static let whole = SubscribeParams(target: .whole)

  /// Reads the parameters; the reader stands before their object, and behind it afterwards.
  static func read(
    from reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>, limits: Limits
  ) throws(JSONError) -> Result<SubscribeParams, WireError> {
    var params = ParamsReader(names)
    var target = ReadTargetReader()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if try !target.take(key, &params, &reader) { try params.unknown(key, &reader) }
    }
    if let failure = params.failure { return .failure(failure) }
    return try target.finish(in: bytes, limits).map { SubscribeParams(target: $0) }
  }
}

/// The parameters of `unsubscribe`.
package struct UnsubscribeParams: Sendable {
  /// The number that `subscribe` or `follow` answered.
  package let subscription: UInt64

  static let names = ["subscription"]

  /// Reads the parameters; the reader stands before their object, and behind it afterwards.
  static func read(from reader: inout JSONReader) throws(JSONError) -> Result<UnsubscribeParams, WireError> {
    var params = ParamsReader(names)
    var subscription: UInt64?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "subscription" {
        subscription = try params.unsigned("subscription", &reader)
      } else {
        try params.unknown(key, &reader)
      }
    }
    if let failure = params.failure { return .failure(failure) }
    guard let subscription else { return .failure(ParamsReader.missing("subscription")) }
    return .success(UnsubscribeParams(subscription: subscription))
  }
}
