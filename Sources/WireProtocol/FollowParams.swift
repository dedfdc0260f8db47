import CanonicalJSON

/// The parameters of `follow`.
package struct FollowParams: Sendable {
  /// The first seq that is wanted; 0 and 1 both mean the start. Nil for the next one that becomes durable.
  package let from: UInt64?
  /// The types that are wanted, by glob; nil for all.
  package let types: [Glob]?

  static let names = ["from", "types"]

  /// The parameters of a `follow` without any.
  static let live = FollowParams(from: nil, types: nil)

  /// At most so many globs are taken.
  static let typesMax = 64

  /// Reads the parameters; the reader stands before their object, and behind it afterwards.
  static func read(
    from reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>, limits: Limits
  ) throws(JSONError) -> Result<FollowParams, WireError> {
    var params = ParamsReader(names)
    var from: UInt64?
    var types: [Glob]?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "from" {
        from = try params.unsigned("from", &reader)
      } else if key == "types" {
        if try params.expect(.array, expected, "types", &reader) { types = try globs(&params, &reader) }
      } else {
        try params.unknown(key, &reader)
      }
    }
    if let failure = params.failure { return .failure(failure) }
    return .success(FollowParams(from: from, types: types))
  }

  private static let expected = "a list of 1 to \(typesMax) globs such as `feed.*`"

  /// Reads the array to its end, whatever is wrong with its elements.
  private static func globs(_ params: inout ParamsReader, _ reader: inout JSONReader) throws(JSONError) -> [Glob] {
    var globs: [Glob] = []
    var count = 0
    try reader.beginArray()
    while try reader.nextElement() {
      defer { count += 1 }
      if count >= typesMax {
        _ = try reader.skipValue()
      } else if let glob = try params.text("types", limit: DispatchParams.nameBytes, &reader) {
        globs.append(Glob(glob))
      }
    }
    if !(1...typesMax).contains(count) {
      params.note(.invalidParams(path: "/types", "`types` is \(expected), not \(count)", expected: expected))
    }
    return globs
  }
}
