import ActionLog
import CanonicalJSON
import JournalStorage
import Replay
import WireProtocol

/// `replay`: rebuilds the state from the journal and compares it with what was recorded.
enum ReplayCommand<D: Domain> {
  static var command: Command {
    Command(
      "replay", "[JOURNAL]", summary: "rebuilds the state from a journal and compares it with what was recorded",
      details: [
        "JOURNAL is a journal's directory; the default is the default journal. Every record is reduced again; the "
          + "digest of the state and the outcome must be as recorded. --check also compares the reason and every "
          + "effect, and asks the domain's invariants. It stops at the first record that differs and shows both "
          + "sides. Nothing is performed and no byte is changed.",
        "The exit status is 1 when a record differs, 4 when the journal is damaged.",
      ],
      options: [
        OptionSpec("--until", value: "SEQ|TIME", "end with this seq or time"),
        OptionSpec("--check", "compare reasons and effects too, and ask the invariants"),
        OptionSpec("--print-state", "print the state at the end instead of the summary, which goes to stderr"),
        CommonOptions.json, CommonOptions.local, CommonOptions.journal,
      ],
      positionals: [.journal],
      examples: { _ in
        [
          .init("replay", "the default journal"),
          .init("replay --check logs/journal", "everything that can be compared"),
          .init("replay --until 120 --print-state", "the state as it was after record 120"),
          .init("replay --until 2026-01-02T03:04:05Z --json", "up to a time, for a program"),
        ]
      },
      run: run)
  }

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let until = try invocation.point("--until")
    let choice = try invocation.journal()
    if try RecordSource.isFile(choice) {
      throw .usage("'\(choice.path)' is a file: replay begins at the first record, so name the journal's directory")
    }
    var run = ReplayRun<D>(directory: choice.path, until: until, checksAll: invocation.options.has("--check"))
    try run.go(invocation.surroundings)
    let report = ReplaySummary(run)
    let printsState = invocation.options.has("--print-state")
    for line in invocation.wantsJSON ? [report.json] : report.lines(invocation.style, invocation.zone) {
      if printsState {
        try invocation.surroundings.errors.line(line)
      } else {
        try invocation.output.line(line)
      }
    }
    try invocation.surroundings.errors.flush()
    if printsState { try printState(run, invocation) }
    guard let failure = report.failure else { return .fine }
    throw failure
  }

  private static func printState(_ run: ReplayRun<D>, _ invocation: Invocation) throws(Failure) {
    let json = run.state.json()
    if invocation.surroundings.output.isTerminal, !invocation.wantsJSON {
      try invocation.output.line(PrettyJSON.layOut(json, style: invocation.style))
    } else {
      try invocation.output.line(json)
    }
  }
}
