import CanonicalJSON
import WireProtocol

/// `watch`: a part of the state or a selector, each time it changes.
enum WatchCommand {
  static let command = Command(
    "watch", "[POINTER]", summary: "prints a part of the daemon's state, or a selector, each time it changes",
    details: [
      "The value comes first, then a line for each change: the seq it is true at, and the value. POINTER is a JSON "
        + "Pointer (RFC 6901); without one, and without --select, the whole state is watched. Where there is nothing "
        + "(any more), the line says 'gone'. A reader that is slower than the changes is told how many it was not "
        + "sent.",
      "--diff prints what changed instead of the value, as operations of a JSON Patch (RFC 6902). --json prints an "
        + "object a line: 'seq', then 'value' or 'gone' (or 'patch' with --diff), and 'skipped'.",
      "A restart of the daemon is waited out; what differs then is printed. With another journal, or an older copy of "
        + "this one, it ends and says so.",
    ],
    options: WantedValue.options + [
      OptionSpec("--diff", "what changed, instead of the value"),
      OptionSpec("--count", short: "-n", value: "COUNT", "end after so many changes; 0 prints the value and ends"),
      OptionSpec("--wide", "do not cut lines on a terminal"), CommonOptions.json, CommonOptions.socket,
    ],
    positionals: [.text],
    examples: { words in
      [
        .init("watch \(words.pointer)", "one part of the state"),
        .init("watch --diff", "what each action changes"),
        .init(
          words.selectorWithArguments.map { "watch --select \($0.name) --args '\($0.arguments)'" }
            ?? "watch --select \(words.selector ?? "NAME")", "what a selector derives"),
        .init("watch --json \(words.pointer) -n 1 | jq .value", "the next change, for a program"),
      ]
    },
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let target = try WantedValue(pointer: invocation.word(0), invocation)
    let count: Int? = try invocation.number("--count")
    if let count, count < 0 { throw .usage("--count takes a count, not \(count)") }
    var printer = WatchPrinter(invocation)
    let client = try invocation.connect()
    let path = invocation.socketPlace.path
    var journal: String?
    return try LiveLoop(invocation).run(
      client, welcome: { "the daemon is back" },
      { connection throws(Failure) in
        let head = try FollowedHead(try connection.call("status"), path: path)
        if let journal { try head.expectContinues(journal, from: printer.lastSeq, path: path) }
        journal = head.journal
        let subscription = try subscribe(to: target, on: connection, &printer)
        while count.map({ printer.changes < $0 }) ?? true {
          guard let news = try connection.next(), news.belongs(to: subscription, as: "changed") else { continue }
          if let params = news.params { try printer.show(WatchedValue(params)) }
        }
        return .fine
      })
  }

  /// Subscribes, and shows the value that comes first.
  private static func subscribe(
    to target: WantedValue, on connection: LiveConnection, _ printer: inout WatchPrinter
  ) throws(Failure) -> UInt64 {
    let first = try connection.call("subscribe") { writer in
      writer.beginObject()
      target.writeArguments(to: &writer)
      target.writeName(to: &writer)
      writer.endObject()
    }
    guard let subscription = first["subscription"]?.unsigned else {
      throw Failure(
        status: .unreachable, name: "badReply", message: "the daemon answered 'subscribe' without a subscription")
    }
    try connection.established()
    try printer.show(WatchedValue(first))
    return subscription
  }
}
