import ActionLog
import CanonicalJSON
import WireProtocol

/// The types that a journal of a domain can hold, as far as this program knows.
struct KnownTypes {
  private let types: [String]

  /// The daemon's own, which every journal holds.
  private static let daemons = [
    "log.opened", "log.closed", "log.effectSettled", "log.domainChanged", "log.clockSteppedBack", "log.policyChanged",
    "log.archived",
  ]

  init<D: Domain>(_: D.Type) {
    types = D.actions.entries.map(\.type) + D.upcasters.map(\.type) + Self.daemons
  }

  /// Says on standard error what matches nothing: an older journal may hold it all the same.
  func judge(_ globs: [Glob], _ invocation: Invocation) throws(Failure) {
    for glob in globs where !types.contains(where: { glob.matches($0) }) {
      let parts = types.compactMap { type in type.split(separator: ".").first.map { "\($0).*" } }
      let nearest = NearestName.nearest(to: glob.pattern, in: glob.pattern.contains("*") ? parts : types)
      try invocation.note(
        "no type of this domain matches '\(Printable.cut(glob.pattern, to: 80))'"
          + Suggestion.text(nearest, otherwise: ": 'describe' lists them"))
    }
  }
}
