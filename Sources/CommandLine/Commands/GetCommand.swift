import ActionLog
import CanonicalJSON
import WireProtocol

/// `get`: reads a part of the state, or a selector; now from the daemon, or as it was from a journal.
enum GetCommand<D: Domain> {
  static var command: Command {
    Command(
      "get", "[POINTER] [--at SEQ|TIME [JOURNAL]]",
      summary: "reads a part of the daemon's state, or a selector; or of the state as it was",
      details: [
        "POINTER is a JSON Pointer (RFC 6901) into the state; without one, and without --select, the whole state is "
          + "read. The value is laid out on a terminal and is one line otherwise; --json prints the whole answer, "
          + "with the seq and the digest that the value is true at.",
        "With --at no daemon is asked: the records of a journal up to that seq or time are reduced again, and the "
          + "value is read from what that comes to. JOURNAL is its directory; the default is the default journal. "
          + "'--at 0' is the state before the first record.",
        "'describe' lists the selectors and their arguments.",
      ],
      options: WantedValue.options + [
        OptionSpec("--min-seq", value: "SEQ", "wait until this seq is durable, ten seconds at most"),
        OptionSpec("--at", value: "SEQ|TIME", "the state as it was after this seq or time, from a journal"),
        CommonOptions.json, CommonOptions.local, CommonOptions.socket, CommonOptions.journal,
      ],
      positionals: [.text, .journal],
      examples: { words in
        [
          .init("get", "the whole state"),
          .init("get \(words.pointer)", "one part of it"),
          .init(
            words.selectorWithArguments.map { "get --select \($0.name) --args '\($0.arguments)'" }
              ?? "get --select \(words.selector ?? "NAME")", "what a selector derives from it"),
          .init("get --json \(words.pointer) --min-seq 120", "true at seq 120 or later, for a program"),
          .init("get \(words.pointer) --at 120 logs/journal", "one part as it was after record 120"),
        ]
      },
      run: run)
  }

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    guard invocation.options.has("--at") else { return try ask(invocation) }
    return try PastValue<D>(invocation).run()
  }

  private static func ask(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    if let word = invocation.word(1) { throw .usage("'\(word)': a JOURNAL stands here only with --at SEQ|TIME") }
    if invocation.options.has(CommonOptions.journal.name) { throw .usage("--journal belongs to --at SEQ|TIME") }
    let target = try WantedValue(pointer: invocation.word(0), invocation)
    let minSeq: UInt64? = try invocation.number("--min-seq")
    let result = try invocation.connect().call("get") { writer in
      writer.beginObject()
      target.writeArguments(to: &writer)
      if let minSeq {
        writer.key("minSeq")
        writer.integer(minSeq)
      }
      target.writeName(to: &writer)
      writer.endObject()
    }
    guard !invocation.wantsJSON else {
      try invocation.output.line(result.bytes)
      return .fine
    }
    guard let value = result["value"] else {
      throw Failure(status: .unreachable, name: "badReply", message: "the daemon answered without a value")
    }
    try invocation.show(value: value.bytes)
    return .fine
  }
}

extension Invocation {
  /// Prints a value: laid out for people, a line for a pipe.
  func show(value: [UInt8]) throws(Failure) {
    if surroundings.output.isTerminal || colour == .always {
      try output.line(PrettyJSON.layOut(value, style: style))
    } else {
      try output.line(value)
    }
  }
}
