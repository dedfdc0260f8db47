/// The errors of admitting an action, and of the daemon's condition.
extension WireError {
  package static func unknownType(_ type: String, nearest: String?) -> Self {
    Self(
      .unknownType, "No action \(quoted(type)).\(suggestion(nearest)) `describe` lists the actions.",
      fact("nearest", nearest))
  }

  /// A payload that does not decode; `path` is a JSON Pointer into `action`, to a member that is not there where it
  /// `isMissing`.
  package static func invalidPayload(
    path: String, expected: String, nearest: String? = nil, isMissing: Bool = false
  ) -> Self {
    let place = path.isEmpty ? "The payload" : "The payload at \(quoted(path))"
    let what = isMissing ? "\(quoted(path)) is missing from the payload" : "\(place) does not fit"
    return Self(
      .invalidPayload, "\(what): expected \(expected).\(isMissing ? "" : suggestion(nearest))",
      [Fact("path", .text(path)), Fact("expected", .text(expected))] + fact("nearest", nearest))
  }

  package static func forbidden(rule: String, _ message: String) -> Self {
    Self(.forbidden, message, [Fact("rule", .text(rule))])
  }

  package static func expectedSeqMismatch(expected: UInt64, actual: UInt64) -> Self {
    Self(
      .expectedSeqMismatch,
      "The last seq is \(actual), not \(expected). Read again, decide again, and dispatch with the new seq.",
      [Fact("expected", .seq(expected)), Fact("actual", .seq(actual))])
  }

  package static func idempotencyConflict(seq: UInt64) -> Self {
    Self(
      .idempotencyConflict,
      "This id was used for other content by the action with seq \(seq). Use a new id for a new action.",
      [Fact("seq", .seq(seq))])
  }

  package static func effectNotHeld(_ effect: String) -> Self {
    Self(
      .effectNotHeld,
      "This connection does not hold the effect \(quoted(effect)): it was never started, was already reported on, or"
        + " is held by another.")
  }

  package static func readOnly(why: String, freeBytes: Int?) -> Self {
    Self(
      .readOnly, "The journal cannot grow: \(why). Make room or wait, then try again; nothing was done.",
      [Fact("why", .text(why))] + (freeBytes.map { [Fact("freeBytes", .integer($0))] } ?? []))
  }

  package static func unknownOutcome(durableSeq: UInt64) -> Self {
    Self(
      .unknownOutcome,
      "The journal failed: this may or may not be durable. Up to seq \(durableSeq) all is. Ask again after the"
        + " restart, under the same id.",
      [Fact("durableSeq", .seq(durableSeq))])
  }

  /// A limit of the connection or the daemon that passes with time.
  package static func busy(_ limit: Limit, value: Int) -> Self {
    Self(
      .busy, "The limit \(limit.name) (\(value)) is reached. Try again later.", [Fact("limit", .text(limit.name))])
  }

  /// The process has no descriptor left for a connection, or for the files that it asks for.
  package static func busyDescriptors() -> Self {
    Self(.busy, "No descriptor is left for this connection. Try again later.", [Fact("limit", .text("descriptors"))])
  }

  package static func timedOut(seq: UInt64) -> Self {
    Self(
      .timedOut, "The seq was not reached in time; the last durable one is \(seq). Ask again.",
      [Fact("seq", .seq(seq))])
  }

  package static func notFound(pointer: String, nearest: String? = nil) -> Self {
    Self(
      .notFound, "Nothing is at \(quoted(pointer)).\(suggestion(nearest))",
      [Fact("pointer", .text(pointer))] + fact("nearest", nearest))
  }

  package static func notFound(first: UInt64, last: UInt64) -> Self {
    Self(
      .notFound, "The journal holds the seqs \(first) to \(last).",
      [Fact("first", .seq(first)), Fact("last", .seq(last))])
  }

  package static func notFound(subscription: UInt64) -> Self {
    Self(
      .notFound, "This connection has no subscription \(subscription).", [Fact("subscription", .seq(subscription))])
  }

  /// A fault of the domain that the daemon does not outlive.
  package static func internalError(_ fault: String) -> Self {
    Self(
      .internalError,
      "The domain broke on this action: \(fault). Nothing was written, and the daemon ends. Do not send it again before"
        + " the domain is mended: it breaks it again.")
  }

  package static func stopping() -> Self {
    Self(.stopping, "The daemon is going down; nothing was done. Try again after its restart.")
  }
}
