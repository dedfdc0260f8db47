import ActionLog
import CanonicalJSON
import SystemCalls
import WireProtocol

/// `tail`: the records of a journal, and those that come.
enum TailCommand<D: Domain> {
  static var command: Command {
    Command(
      "tail", "[JOURNAL] [-f]", summary: "prints the records of a journal, all or those that match",
      details: [
        "JOURNAL is a journal's directory or one of its segments; the default is the default journal. The files are "
          + "read, no daemon is asked; beside a live daemon it ends at what is durable. Every line that is printed was "
          + "checked against the hash chain.",
        "With -f it goes on: a JOURNAL that is named is followed through its files; otherwise the daemon is followed, "
          + "or, where none answers, the files of the default journal. A restart of the daemon is waited out, and "
          + "what follows the last record seen is printed, without gap or repetition. Without --from, --since or -n it "
          + "begins with the last ten records.",
        "--json prints the stored lines, byte for byte. On a terminal long lines are cut; --wide leaves them whole.",
        "The exit status of -f is 1 when another journal answers after a restart, 4 when the chain is broken.",
      ],
      options: [OptionSpec("--follow", short: "-f", "go on with what comes")] + RecordFilter.options + [
        OptionSpec("--last", short: "-n", value: "COUNT", "only the last so many of them"),
        OptionSpec("--wide", "do not cut lines on a terminal"),
        CommonOptions.json, CommonOptions.local, CommonOptions.journal, CommonOptions.socket,
      ],
      positionals: [.journal],
      examples: { words in
        [
          .init("tail -n 20", "the last twenty records of the default journal"),
          .init("tail -f", "what happens, as it happens"),
          .init("tail -f --from 1 --type '\(words.glob)'", "records of these types, from the first one on"),
          .init("tail logs/journal --type '\(words.glob)' --since 10m", "such records of the last ten minutes"),
          .init("tail --outcome ignored --outcome illegal", "what did not come through"),
          .init("tail --json --from 1000 | jq .action", "stored lines, for programs"),
        ]
      },
      run: run)
  }

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let filter = try RecordFilter(invocation)
    let last: Int? = try invocation.number("--last")
    if let last, last < 0 { throw .usage("--last takes a count, not \(last)") }
    let isFollowed = invocation.options.has("--follow")
    let namesJournal = invocation.word(0) != nil || invocation.options.has(CommonOptions.journal.name)
    let namesSocket = invocation.options.has(CommonOptions.socket.name)
    if namesSocket, !isFollowed { throw .usage("--socket belongs to -f") }
    if namesSocket, namesJournal { throw .usage("a journal and --socket: follow the files or the daemon, not both") }
    try KnownTypes(D.self).judge(filter.types, invocation)
    guard isFollowed else { return try read(invocation, filter, last: last) }
    if !namesJournal, let client = try client(invocation, mustAnswer: namesSocket) {
      return try DaemonTail(invocation, filter, last: last).run(client)
    }
    var tail = try FileTail(invocation, filter, last: last, of: try invocation.journal())
    return try tail.run()
  }

  private static func read(
    _ invocation: Invocation, _ filter: RecordFilter, last: Int?
  ) throws(Failure) -> ExitStatus {
    let source = try RecordSource.open(try invocation.journal(), from: filter.from)
    var printer = TailPrinter(invocation, filter, last: last)
    while let line = try source.next(), try printer.take(line.record) {}
    try printer.release()
    return .fine
  }

  /// A connection to the daemon; `nil` where none answers and none must.
  private static func client(_ invocation: Invocation, mustAnswer: Bool) throws(Failure) -> SocketClient? {
    let place = invocation.socketPlace
    do throws(SystemError) {
      return try SocketClient(answeringAt: place.path)
    } catch {
      let isDown = [ErrorNumber.noSuchFile, ErrorNumber.connectionRefused].contains(error.errno)
      guard isDown, !mustAnswer else { throw place.failure(error) }
      let journal = try invocation.journal()
      try invocation.note("no daemon answers at \(place.path): following the files of \(journal.path)")
      return nil
    }
  }
}
