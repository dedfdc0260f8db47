import ActionLog
import WireProtocol

/// `dispatch`: one action, or a stream of them.
enum DispatchCommand<D: Domain> {
  static var command: Command {
    Command(
      "dispatch", "TYPE [JSON|-|@FILE]", summary: "dispatches an action, or a stream of them",
      details: [
        "The payload is JSON; without one it is {}. @FILE reads it from a file. - reads standard input as a stream: "
          + "each line is the payload of one action of TYPE. With - for TYPE, or with no words at all, each line is a "
          + "whole action: {\"type\":…,\"action\":{…}} and, where wanted, v, id, expectedSeq, trace, effect, client. "
          + "effect names the effect that the action reports on; who does not hold it is refused.",
        "A stream is pipelined and its results come in the order of its lines; a line that is refused is told with its "
          + "number, and the rest goes on. With --id KEY, line N gets the id KEY:N, so the whole stream can safely be "
          + "sent again.",
        "The exit status is 1 when an action came out ignored or illegal, and 2 when one was refused for what it is.",
      ],
      options: [
        OptionSpec("--id", value: "KEY", "idempotency key: a retry gets the first result"),
        OptionSpec("--expected-seq", value: "N", "only if N is the last seq"),
        OptionSpec("--v", value: "N", "version of the payload; the current one unless said"),
        OptionSpec("--client", value: "LABEL", "what to be called in the journal"),
        OptionSpec("--trace", value: "TRACEPARENT", "W3C trace context, carried on to effects"),
        CommonOptions.json, CommonOptions.socket,
      ],
      positionals: [.text, .text],
      examples: { words in
        [
          .init("dispatch \(words.bareType ?? words.type)", "an action without a payload: {} stands for it"),
          .init("dispatch \(words.type) '\(words.payload)'", "one with a payload"),
          .init("dispatch \(words.type) '\(words.payload)' --id monday-1", "safe to repeat"),
          .init("dispatch \(words.type) @payload.json", "a payload of any size and layout"),
          .init("dispatch \(words.type) - < payloads.jsonl", "one action per line"),
          .init("dispatch < actions.jsonl", "lines that name their own type"),
        ]
      },
      run: run)
  }

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let settings = try DispatchSettings(invocation, D.self)
    let type = invocation.word(0).flatMap { $0 == "-" ? nil : $0 }
    let payload = invocation.word(1)
    if let type, type.hasPrefix("@") || type.hasPrefix("{") {
      throw .usage("'\(Printable.cut(type, to: 40))' stands where the TYPE belongs: dispatch TYPE [JSON|-|@FILE]")
    }
    if let type, payload != "-" {
      return try DispatchOne(invocation: invocation, settings: settings).run(type: type, payload: payload)
    }
    if type == nil, payload == nil || payload == "-", invocation.word(0) == nil,
      invocation.surroundings.input.isTerminal
    {
      throw .usage("which action? dispatch TYPE [JSON|-|@FILE], or lines of actions on standard input")
    }
    if settings.expectedSeq != nil {
      throw .usage("--expected-seq is for one action; in a stream each line may carry its own expectedSeq")
    }
    let input = try streamInput(payload, invocation)
    var stream = DispatchStream(invocation: invocation, settings: settings, type: type, input: input)
    return try stream.run()
  }

  private static func streamInput(_ payload: String?, _ invocation: Invocation) throws(Failure) -> Input {
    guard let payload, payload != "-" else { return invocation.surroundings.input }
    guard payload.hasPrefix("@") else { throw .usage("with - for TYPE, the lines come from standard input or @FILE") }
    return try Input.file(String(payload.dropFirst()))
  }
}
