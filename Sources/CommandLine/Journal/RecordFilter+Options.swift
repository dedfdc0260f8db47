import CanonicalJSON
import RecordFormat
import WireProtocol

extension RecordFilter {
  static let options = [
    OptionSpec("--from", value: "SEQ", "begin at this seq"),
    OptionSpec("--since", value: "TIME", "begin at this time: \(TimeArgument.examples)"),
    OptionSpec("--until", value: "SEQ|TIME", "end with this seq or time"),
    OptionSpec("--type", value: "GLOB", repeats: true, "only types that match, such as 'log.*'"),
    OptionSpec("--by", value: "WHO", repeats: true, "only of this uid, or effect, timer or system"),
    OptionSpec("--outcome", value: "OUTCOME", repeats: true, "only applied, ignored or illegal"),
  ]

  /// Takes what the options say.
  init(_ invocation: Invocation) throws(Failure) {
    self.init()
    if let from: UInt64 = try invocation.number("--from") { self.from = from }
    since = try invocation.time("--since")
    until = try invocation.point("--until")
    types = invocation.options.values("--type").map { Glob($0) }
    for text in invocation.options.values("--by") {
      guard let origin = Origin(text) else {
        throw .usage("--by takes a uid, or effect, timer or system, not '\(text)'")
      }
      origins.append(origin)
    }
    for text in invocation.options.values("--outcome") {
      guard let outcome = RecordOutcome(rawValue: text) else {
        let nearest = NearestName.nearest(to: text, in: ["applied", "ignored", "illegal"])
        throw .usage(
          "--outcome takes applied, ignored or illegal, not '\(text)'" + Suggestion.text(nearest))
      }
      outcomes.append(outcome)
    }
  }

  /// Whether every record matches that lies between the first and the last place that count.
  var takesAll: Bool { since == nil && types.isEmpty && origins.isEmpty && outcomes.isEmpty }

  /// Whether no record after this one counts.
  func isLast(_ record: RecordLine) -> Bool {
    if case .seq(let seq)? = until { return record.seq >= seq }
    return false
  }
}
