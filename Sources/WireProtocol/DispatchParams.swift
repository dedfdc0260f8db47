import CanonicalJSON

/// The parameters of `dispatch`.
package struct DispatchParams {
  package let type: String
  /// The payload, an object, as the client spelled it; borrowed from the line.
  package let action: UnsafeBufferPointer<UInt8>
  /// The payload's version, where the client says it.
  package let v: Int?
  /// The idempotency key.
  package let id: String?
  package let expectedSeq: UInt64?
  /// The effect that this action reports on, as text.
  package let effect: String?
  /// The W3C `traceparent`.
  package let trace: String?
  /// The label that the client claims.
  package let client: String?

  static let names = ["type", "action", "v", "id", "expectedSeq", "effect", "trace", "client"]
}

extension DispatchParams {
  /// The longest `type` and `effect` that are read, in bytes; no action and no effect has a longer name.
  static let nameBytes = 256

  /// Reads the parameters; the reader stands before their object, and behind it afterwards.
  static func read(
    from reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>, limits: Limits
  ) throws(JSONError) -> Result<DispatchParams, WireError> {
    var params = ParamsReader(names)
    var type: String?
    var action: Range<Int>?
    var v: Int?
    var id: String?
    var expectedSeq: UInt64?
    var effect: String?
    var trace: String?
    var client: String?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "type" {
        type = try params.text("type", limit: nameBytes, &reader)
      } else if key == "action" {
        if try params.expect(.object, "an object", "action", &reader) { action = try reader.skipValue() }
      } else if key == "id" {
        id = try params.text("id", limit: limits[.idBytes], &reader)
      } else if key == "expectedSeq" {
        expectedSeq = try params.unsigned("expectedSeq", &reader)
      } else if key == "v" {
        v = try params.version("v", &reader)
      } else if key == "effect" {
        effect = try params.text("effect", limit: nameBytes, &reader)
      } else if key == "trace" {
        trace = try params.traceparent("trace", &reader)
      } else if key == "client" {
        client = try params.text("client", limit: limits[.clientBytes], &reader)
      } else {
        try params.unknown(key, &reader)
      }
    }
    if let failure = params.failure { return .failure(failure) }
    guard let type else { return .failure(ParamsReader.missing("type")) }
    guard let action else { return .failure(ParamsReader.missing("action")) }
    return .success(
      DispatchParams(
        type: type, action: UnsafeBufferPointer(rebasing: bytes[action]), v: v, id: id, expectedSeq: expectedSeq,
        effect: effect, trace: trace, client: client))
  }
}
