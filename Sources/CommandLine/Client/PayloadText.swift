import CanonicalJSON

/// JSON that a person or a file gives us, made ready to stand in one line.
enum PayloadText {
  /// The most that is read of one payload; the daemon's own limit is lower and is the daemon's to tell.
  static let longest = 64 << 20

  /// The JSON without white space between its tokens, its spelling kept.
  ///
  /// - Throws: `parseError` with what, where and the offset; also for nesting and lengths no daemon would take.
  static func compact(_ bytes: [UInt8], what: String) throws(Failure) -> [UInt8] {
    var limits = JSONLimits()
    limits.depth = 1_024
    limits.length = longest
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    do throws(JSONError) {
      try CanonicalForm.minify(bytes, limits: limits, into: &result)
    } catch {
      throw Failure(
        status: .usage, name: "parseError", message: "\(what) is not JSON: \(error.summary)")
    }
    return result
  }
}
