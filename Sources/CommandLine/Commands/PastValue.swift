import ActionLog
import CanonicalJSON
import JournalStorage

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
    let query = try PastQuery<D>(target)
    var run = ReplayRun<D>(directory: directory, until: point, checksAll: false)
    var progress = Progress(invocation.surroundings, noun: "record", totalBytes: try run.open())
    do throws(Failure) {
      try run.go(&progress)
    } catch {
      try progress.clear()
      throw error
    }
    try progress.clear()
    if let difference = run.difference { throw difference.asFailure }
    if let seq = run.endsBefore {
      throw Failure(
        status: .no, name: "notFound", message: "\(directory): the journal ends at seq \(run.lastSeq), before \(seq)")
    }
    let value = try query.evaluate(run.state)
    guard invocation.wantsJSON else {
      try invocation.show(value: value)
      return .fine
    }
    var writer = JSONWriter(reservingCapacity: value.count + 80)
    writer.beginObject()
    writer.key("seq")
    writer.integer(run.lastSeq)
    writer.key("state")
    writer.string(run.digest.hex16)
    writer.key("value")
    writer.raw(value)
    writer.endObject()
    try invocation.output.line(writer.bytes)
    return .fine
  }
}

/// A question to a state, answered by what answers the daemon's `get`.
private enum PastQuery<D: Domain> {
  case pointer(JSONPointer)
  case selector(Selector<D.State>, arguments: JSONValue)

  /// - Throws: `invalidParams` for a selector that the domain does not have.
  init(_ target: WantedValue) throws(Failure) {
    switch target {
    case .pointer(let text): self = .pointer(try WantedValue.parse(text))
    case .selector(let name, let arguments):
      guard let selector = D.selectors.first(where: { $0.name == name }) else {
        let nearest = NearestName.nearest(to: name, in: D.selectors.map(\.name).sorted())
        throw Failure(
          status: .usage, name: "invalidParams",
          message: "no selector '\(name)'" + (nearest.map { ": did you mean '\($0)'?" } ?? ": see 'describe selectors'")
        )
      }
      self = .selector(selector, arguments: try Self.parse(arguments))
    }
  }

  /// - Throws: `notFound` where the pointer leads nowhere, `invalidParams` for arguments the selector does not take.
  func evaluate(_ state: D.State) throws(Failure) -> [UInt8] {
    switch self {
    case .pointer(let pointer):
      if let value = state.value(at: pointer) { return value }
      throw Failure(status: .no, name: "notFound", message: "nothing is at '\(pointer.text)' there")
    case .selector(let selector, let arguments):
      do throws(SelectorFailure) {
        return try selector.evaluate(state, arguments)
      } catch {
        throw Failure(status: .usage, name: "invalidParams", message: "'\(selector.name)': \(error.text)")
      }
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
