import CanonicalJSON

/// The daemon's own table of methods.
package struct DaemonMethods: MethodTable, Sendable {
  package let limits: Limits

  package init(limits: Limits) {
    self.limits = limits
  }

  package func read(
    _ method: String, _ form: ParamsForm, from reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> Result<RPCCall, WireError> {
    let found = Method.find(method)
    guard case .success(let known) = found, form != .byPosition else {
      if form != .absent { _ = try reader.skipValue() }
      return found.flatMap { _ in
        .failure(.invalidParams(path: "", "parameters go by name, in an object", expected: "an object"))
      }
    }
    switch known {
    case .dispatch:
      if form == .absent { return .failure(ParamsReader.missing("type")) }
      return try DispatchParams.read(from: &reader, in: bytes, limits: limits).map { .dispatch($0) }
    case .get:
      if form == .absent { return .success(.get(.whole)) }
      return try GetParams.read(from: &reader, in: bytes, limits: limits).map { .get($0) }
    case .subscribe:
      if form == .absent { return .success(.subscribe(.whole)) }
      return try SubscribeParams.read(from: &reader, in: bytes, limits: limits).map { .subscribe($0) }
    case .follow:
      if form == .absent { return .success(.follow(.live)) }
      return try FollowParams.read(from: &reader, in: bytes, limits: limits).map { .follow($0) }
    case .unsubscribe:
      if form == .absent { return .failure(ParamsReader.missing("subscription")) }
      return try UnsubscribeParams.read(from: &reader).map { .unsubscribe($0) }
    case .status:
      return try nothing(form, &reader).map { .status }
    case .describe:
      return try nothing(form, &reader).map { .describe }
    case .work, .settle, .metrics, .snapshot, .rotate, .backup, .archive, .reload:
      if form != .absent { _ = try reader.skipValue() }
      return .failure(.methodNotFound(method, nearest: nil))
    }
  }

  /// Reads the parameters of a method that has none.
  private func nothing(_ form: ParamsForm, _ reader: inout JSONReader) throws(JSONError) -> Result<Void, WireError> {
    guard form != .absent else { return .success(()) }
    var params = ParamsReader([])
    try reader.beginObject()
    while let key = try reader.nextKey() { try params.unknown(key, &reader) }
    return params.failure.map { .failure($0) } ?? .success(())
  }
}
