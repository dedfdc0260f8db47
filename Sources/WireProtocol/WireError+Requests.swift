import CanonicalJSON

/// The errors of reading a request, before anything was looked up.
extension WireError {
  /// What the strict reader refused, as the error it is on the wire.
  package init(_ error: JSONError) {
    if case .tooDeep(let limit) = error.kind {
      self = .tooDeep(limit: limit, offset: error.offset)
    } else {
      self = .parseError(offset: error.offset, what: error.kind.phrase)
    }
  }

  package static func parseError(offset: Int, what: String) -> Self {
    Self(
      .parseError, "Parse error: \(what) at byte \(offset). Send one JSON value in UTF-8 per line.",
      [Fact("offset", .integer(offset)), Fact("what", .text(what))])
  }

  package static func invalidRequest(_ what: String, nearest: String? = nil) -> Self {
    Self(.invalidRequest, "Invalid Request: \(what).\(suggestion(nearest))", fact("nearest", nearest))
  }

  package static func methodNotFound(_ method: String, nearest: String?) -> Self {
    Self(
      .methodNotFound,
      "Method not found: \(quoted(method)).\(suggestion(nearest)) `describe` lists the methods.",
      fact("nearest", nearest))
  }

  /// A parameter that is wrong, missing or unknown; `path` is a JSON Pointer into `params`.
  package static func invalidParams(
    path: String, _ what: String, expected: String? = nil, nearest: String? = nil
  ) -> Self {
    Self(
      .invalidParams, "Invalid params: \(what).\(suggestion(nearest))",
      [Fact("path", .text(path))] + fact("expected", expected) + fact("nearest", nearest))
  }

  /// A line or a reply over its limit, both in bytes.
  package static func tooLong(_ what: String, limit: Int, length: Int) -> Self {
    Self(
      .tooLong, "\(what) is \(length) bytes long, and the limit is \(limit).",
      [Fact("limit", .integer(limit)), Fact("length", .integer(length))])
  }

  package static func tooLongLine(limit: Int, length: Int) -> Self {
    Self(
      .tooLong,
      "The line is \(length) bytes long, and the limit is \(limit). It was skipped; the connection goes on.",
      [Fact("limit", .integer(limit)), Fact("length", .integer(length))])
  }

  package static func tooLongReply(limit: Int, length: Int) -> Self {
    Self(
      .tooLong, "The reply is \(length) bytes long, and the limit is \(limit). Ask for a part.",
      [Fact("limit", .integer(limit)), Fact("length", .integer(length))])
  }

  package static func tooDeep(limit: Int, offset: Int) -> Self {
    Self(
      .tooDeep, "The JSON is nested deeper than \(limit) at byte \(offset). Send a flatter value.",
      [Fact("limit", .integer(limit)), Fact("offset", .integer(offset))])
  }

  static func fact(_ key: String, _ text: String?) -> [Fact] { text.map { [Fact(key, .text($0))] } ?? [] }

  static func suggestion(_ nearest: String?) -> String { nearest.map { " Did you mean \(quoted($0))?" } ?? "" }

  /// Text of the peer's, cut to a length that a message can carry.
  static func quoted(_ text: String) -> String {
    text.utf8.count <= 80 ? "`\(text)`" : "`\(String(text.unicodeScalars.prefix(60)))…`"
  }
}
