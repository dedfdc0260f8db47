/// What was watched, at a seq.
struct WatchedValue: Equatable {
  enum Content: Equatable {
    /// Canonical JSON.
    case value([UInt8])
    /// There is nothing (any more).
    case gone
    /// There is a value that the daemon cannot show, and why: an error object.
    case hidden(RawJSON)
  }

  /// `nil` where the daemon did not say.
  let seq: UInt64?
  let content: Content
  /// How many changed values were not sent before this one.
  let skipped: UInt64

  /// Takes the answer to `subscribe`, or the parameters of `changed`.
  init(_ json: RawJSON) {
    let members = json.members
    func member(_ name: String) -> RawJSON? { members.first { $0.key == name }?.value }
    seq = member("seq")?.unsigned
    skipped = member("skipped")?.unsigned ?? 0
    if let error = member("error") {
      content = .hidden(error)
    } else if let value = member("value") {
      content = .value(value.bytes)
    } else {
      content = .gone
    }
  }
}
