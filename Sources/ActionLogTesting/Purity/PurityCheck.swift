import ActionLog
import CanonicalJSON
import Testing

/// Whether the same actions give the same state, outcomes and effects in every process.
///
/// Swift seeds its hashing anew in every process, so a reducer that follows the order of a `Dictionary` or `Set` gives
/// one result today and another after a restart: a journal that does not replay. Only another process can show it.
/// Swift Testing starts one for an exit test; the child prints its ``report``, and the test compares:
///
///     @Test func sameInEveryProcess() async throws {
///       var reports: [String] = []
///       for _ in 1...3 {
///         let child = try #require(
///           await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
///             print(PurityCheck<Desk>(DeskTests.journal).report)
///           })
///         reports.append(String(decoding: child.standardOutputContent, as: UTF8.self))
///       }
///       PurityCheck<Desk>(DeskTests.journal).compare(with: reports)
///     }
///
/// Any other way to run a program that prints the report does as well. For a journal on disk there is
/// `replay --check` of the domain's command line, whose process has a seed of its own, too.
public struct PurityCheck<D: Domain>: Sendable {
  /// What every process says of these actions: a line per action, with the digest of the state after it.
  public let report: String
  /// The first action that no journal can hold.
  private let refusal: String?

  private static var heading: String { "purity of \(D.name), hash seed " }
  private static var end: String { "end of purity" }

  /// Reduces the actions in this process, as if clients had sent them one microsecond after another.
  public init(_ actions: [D.Action]) {
    let moments = (0..<actions.count).map { place in
      Moment(seq: UInt64(place) + 1, at: Timestamp(microseconds: Int64(place) + 1))
    }
    self.init(Array(zip(actions, moments)))
  }

  /// Reduces in this process what came through a store, at the moments and for the effects it came with.
  public init(_ recorded: [RecordedAction<D>]) {
    self.init(recorded.map { ($0.action, $0.moment) })
  }

  private init(_ steps: [(D.Action, Moment)]) {
    var reduction = Reduction<D>()
    var lines = [Self.heading + "\(Hasher().finalize())"]
    var refusal: String?
    for (action, moment) in steps {
      do {
        _ = try reduction.coding.encode(action)
      } catch {
        let text = "\(DomainFault(error, seq: moment.seq))"
        refusal = "action \(moment.seq) cannot be journaled: \(text)"
        lines.append("\(moment.seq)  cannot be journaled: \(text)")
        break
      }
      do {
        let reduced = try reduction.reduce(action, moment)
        let observed = ObservedAction<D>(
          seq: moment.seq, at: moment.at, action: action, effect: moment.effect, reduced: reduced)
        let recorded = RecordedAction(observed, coding: reduction.coding)
        let effects = reduced.effects.map { String(decoding: $0.payload, as: UTF8.self) }
        lines.append((["\(recorded)"] + effects + ["state \(reduced.digest)"]).joined(separator: "  "))
      } catch {
        lines.append("\(moment.seq)  a fault of the domain: \(error)")
        break
      }
    }
    self.refusal = refusal
    report = (lines + [Self.end]).joined(separator: "\n")
  }

  /// Compares what other processes printed with what this one found.
  ///
  /// A failure names the first action after which two processes differ; a process that did not print a whole report,
  /// and processes that all hash alike, so that nothing is shown, are failures too.
  ///
  /// - Parameters:
  ///   - reports: what each process printed; anything before and after the report itself does not matter.
  public func compare(
    with reports: [String], reporter: FailureReporter = .swiftTesting,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let refusal { reporter.report("the domain \(D.name): \(refusal)", at: sourceLocation) }
    let own = Self.lines(of: report) ?? []
    var seeds = Set(own.prefix(1))
    for (place, text) in reports.enumerated() {
      guard let lines = Self.lines(of: text) else {
        let shown = text.isEmpty ? "nothing" : ShownValue.cut(text)
        reporter.report("process \(place + 1) printed no report of \(D.name), but \(shown)", at: sourceLocation)
        continue
      }
      seeds.insert(lines[0])
      guard let difference = Self.firstDifference(own, lines) else { continue }
      reporter.report(
        """
        the reducer of \(D.name) is not pure: process \(place + 1) differs from this one, first here
          this      \(difference.own)
          process \(place + 1) \(difference.other)
        Does it follow the order of a Dictionary or Set, a hash value, a clock or a random number?
        """, at: sourceLocation)
    }
    if seeds.count < 2 {
      let processes = reports.isEmpty ? "1 process" : "\(reports.count + 1) processes"
      reporter.report(
        "\(processes) hashed with one seed, so nothing is shown: unset SWIFT_DETERMINISTIC_HASHING, "
          + "and compare with at least one other process", at: sourceLocation)
    }
  }

  /// The lines of a report inside a program's output, its heading first; nil where it is missing or cut off.
  private static func lines(of text: String) -> [Substring]? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix(heading) }),
      let end = lines[start...].firstIndex(where: { $0 == end })
    else { return nil }
    return Array(lines[start..<end])
  }

  private static func firstDifference(
    _ own: [Substring], _ other: [Substring]
  ) -> (own: Substring, other: Substring)? {
    for place in 1..<max(own.count, other.count, 1) {
      let one = place < own.count ? own[place] : "nothing"
      let two = place < other.count ? other[place] : "nothing"
      if one != two { return (one, two) }
    }
    return nil
  }
}
