import JournalStorage
import RecordFormat
import WireProtocol

/// `tail -f` of a journal's files: what a writer adds is shown as soon as it stands.
struct FileTail {
  private let invocation: Invocation
  private let filter: RecordFilter
  private let reader: JournalReader
  private var printer: TailPrinter

  /// How often the files are looked at: no file system needs to tell of changes for this, a remote one neither.
  private static let pauseMilliseconds = 100

  init(
    _ invocation: Invocation, _ filter: RecordFilter, last: Int?, of choice: DefaultPaths.Choice
  ) throws(Failure) {
    self.invocation = invocation
    self.filter = filter
    printer = TailPrinter(invocation, filter, last: last)
    let head: UInt64
    if try RecordSource.isFile(choice) {
      throw .usage("'\(choice.path)' is a file: -f goes on over segments, so name the journal's directory")
    }
    do throws(JournalError) {
      let end = try JournalReader.open(directory: choice.path, from: .max)
      _ = try end.next()
      head = end.headSeq
      reader = try JournalReader.open(
        directory: choice.path,
        from: TailBeginning.seq(filter, last: last, isGiven: invocation.options.has("--from"), head: head))
    } catch {
      throw Failure(error)
    }
    if invocation.options.has("--from"), filter.from > head + 1 {
      throw Failure(
        status: .no, name: "notFound",
        message: "\(choice.path): the journal ends at seq \(head), so --from \(filter.from) is beyond what comes next")
    }
  }

  mutating func run() throws(Failure) -> ExitStatus {
    if case .seq(let until)? = filter.until, until < reader.from { return .fine }
    while true {
      while let record = try next() {
        guard try printer.take(record) else {
          try printer.release()
          return .fine
        }
      }
      try printer.release()
      if isOver { return .fine }
      try invocation.output.flush()
      try waitForMore()
    }
  }

  private func next() throws(Failure) -> RecordLine? {
    do throws(JournalError) {
      return try reader.next()?.record
    } catch {
      throw Failure(error)
    }
  }

  private func waitForMore() throws(Failure) {
    while true {
      _ = try invocation.surroundings.wait(nil, Self.pauseMilliseconds)
      do throws(JournalError) {
        if try reader.lookAgain() { return }
      } catch {
        throw Failure(error)
      }
      if isOver { return }
    }
  }

  // A record of that time may stand a moment later.
  private var isOver: Bool {
    guard case .time(let until)? = filter.until else { return false }
    return invocation.surroundings.now().microseconds > until.microseconds + 1_000_000
  }
}
