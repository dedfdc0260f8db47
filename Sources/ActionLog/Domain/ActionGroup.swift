/// The actions of a domain or of one of its features: an enum whose cases say what happened.
///
/// A case whose one unlabelled payload is itself an `ActionGroup` is a step of the name on the wire; every other
/// case labels all its values, and those are the payload. `.feed(.queryChanged(query:))` is `feed.queryChanged`
/// with `{"query":…}`.
public protocol ActionGroup: Codable, Equatable, Sendable {}
