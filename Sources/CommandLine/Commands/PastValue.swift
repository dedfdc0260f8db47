import ActionLog
import CanonicalJSON
import JournalStorage
import WireProtocol

/// A value as it was at a place in a journal: the records up to there, reduced again, and what is read from that.
struct PastValue<D: Domain> {
  private let invocation: Invocation
  private let target: WantedValue
  private let point: JournalPoint
  private let directory: String

  /// Takes the words: `[POINTER] [JOURNAL]`, each of which may stand alone, or `[JOURNAL]` beside `--select`.
  init(_ invocation: Invocation) throws(Failure) {
    for option in ["--min-seq", CommonOptions.socket.name] where invocation.options.has(option) {
      throw .usage("\(option) is for a daemon's state, and --at reads a journal: give one of them")
    }
    guard let point = try invocation.point("--at") else { throw .usage("--at takes a seq or a time") }
    self.point = point
    self.invocation = invocation
    let isJournalFirst =
      invocation.word(1) == nil
      && (invocation.options.has("--select") || invocation.word(0).map(Self.namesJournal) ?? false)
    target = try WantedValue(pointer: isJournalFirst ? nil : invocation.word(0), invocation)
    let choice = try invocation.journal(word: isJournalFirst ? 0 : 1)
    if try RecordSource.isFile(choice) {
      throw .usage("'\(choice.path)' is a file: the state begins at the first record, so name the journal's directory")
    }
    directory = choice.path
  }

  /// Whether a word alone is the JOURNAL and no pointer: a journal is there.
  private static func namesJournal(_ word: String) -> Bool {
    guard !word.isEmpty, let listing = try? JournalListing.list(word, RealFileSystem()) else { return false }
    return !listing.segments.isEmpty
  }

  func run() throws(Failure) -> ExitStatus {
    let query = try query()
    var run = ReplayRun<D>(directory: directory, until: point, checksAll: false)
    try run.go(invocation.surroundings)
    if let difference = run.difference { throw difference.asFailure }
    if let seq = run.endsBefore {
      throw Failure(
        status: .no, name: "notFound", message: "\(directory): the journal ends at seq \(run.lastSeq), before \(seq)")
    }
    let value = try value(of: query, in: run.state)
    guard invocation.wantsJSON else {
      try invocation.show(value: value)
      return .fine
    }
    try invocation.output.line(GetResult(seq: run.lastSeq, state: run.digest.hex16, value: value).json)
    return .fine
  }

  private func query() throws(Failure) -> Query<D.State> {
    switch target {
    case .pointer(let pointer): return .pointer(pointer)
    case .selector(let name, let arguments):
      let selector: Selector<D.State>
      do throws(QueryFailure) {
        selector = try .named(name, among: D.selectors)
      } catch {
        throw Failure(error)
      }
      return .selector(selector, arguments: try Self.parse(arguments))
    }
  }

  private func value(of query: Query<D.State>, in state: D.State) throws(Failure) -> [UInt8] {
    do throws(QueryFailure) {
      return try query.evaluate(state)
    } catch {
      if case .nothing(let pointer) = error { throw Failure(error, nearest: state.nearestPointer(to: pointer)) }
      throw Failure(error)
    }
  }

  private static func parse(_ arguments: [UInt8]?) throws(Failure) -> JSONValue {
    guard let arguments else { return .null }
    do throws(JSONError) {
      return try JSONValue.parse(arguments)
    } catch {
      throw Failure(status: .usage, name: "parseError", message: "--args is not JSON: \(error.summary)")
    }
  }
}

extension Failure {
  /// Why a query of a past state has no value, by the names that the daemon has for it.
  fileprivate init(_ failure: QueryFailure, nearest meant: JSONPointer? = nil) {
    switch failure {
    case .unknownSelector(let name, let nearest):
      self.init(
        status: .usage, name: "invalidParams",
        message: "no selector '\(name)'" + Suggestion.text(nearest, otherwise: ": see 'describe selectors'"))
    case .nothing(let pointer):
      self.init(
        status: .no, name: "notFound",
        message: "nothing is at '\(pointer.text)' there" + Suggestion.text(meant?.text))
    case .noValue(let selector, let failure):
      self.init(status: .usage, name: "invalidParams", message: "'\(selector)': \(failure.text)")
    }
  }
}
