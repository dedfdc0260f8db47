import CanonicalJSON
import WireProtocol

/// `get`: reads a part of the state, or a selector.
enum GetCommand {
  static let command = Command(
    "get", "[POINTER]", summary: "reads a part of the daemon's state, or a selector",
    details: [
      "POINTER is a JSON Pointer (RFC 6901) into the state; without one, and without --select, the whole state is "
        + "read. The value is laid out on a terminal and is one line otherwise; --json prints the whole answer, "
        + "with the seq and the digest that the value is true at.",
      "'describe' lists the selectors and their arguments.",
    ],
    options: [
      OptionSpec("--select", value: "NAME", "a selector instead of a pointer"),
      OptionSpec("--args", value: "JSON", "the selector's arguments, an object"),
      OptionSpec("--min-seq", value: "SEQ", "wait until this seq is durable, ten seconds at most"),
      CommonOptions.json, CommonOptions.socket,
    ],
    positionals: [.text],
    examples: { words in
      [
        .init("get", "the whole state"),
        .init("get \(words.pointer)", "one part of it"),
        .init(
          words.selectorWithArguments.map { "get --select \($0.name) --args '\($0.arguments)'" }
            ?? "get --select \(words.selector ?? "NAME")", "what a selector derives from it"),
        .init("get --json \(words.pointer) --min-seq 120", "true at seq 120 or later, for a program"),
      ]
    },
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let request = try GetRequest(invocation)
    let result = try invocation.connect().call("get", params: request.write)
    guard !invocation.wantsJSON else {
      try invocation.output.line(result.bytes)
      return .fine
    }
    guard let value = result["value"] else {
      throw Failure(status: .unreachable, name: "badReply", message: "the daemon answered without a value")
    }
    if invocation.surroundings.output.isTerminal || invocation.colour == .always {
      try invocation.output.line(PrettyJSON.layOut(value.bytes, style: invocation.style))
    } else {
      try invocation.output.line(value.bytes)
    }
    return .fine
  }
}

/// The parameters of `get`, checked as far as they can be without the daemon.
private struct GetRequest {
  private let pointer: String?
  private let selector: String?
  private let arguments: [UInt8]?
  private let minSeq: UInt64?

  init(_ invocation: Invocation) throws(Failure) {
    pointer = invocation.word(0)
    selector = invocation.options.value("--select")
    minSeq = try invocation.number("--min-seq")
    if let pointer, selector != nil {
      throw .usage("'\(pointer)' and --select: read a pointer or a selector, not both")
    }
    if let pointer {
      do throws(JSONPointerError) {
        _ = try JSONPointer(pointer)
      } catch {
        let hint = pointer.hasPrefix("/") ? "'~' is written '~0', '/' in a name '~1'" : "it starts with '/'"
        throw .usage("'\(pointer)' is no JSON Pointer: \(hint)")
      }
    }
    guard let text = invocation.options.value("--args") else {
      arguments = nil
      return
    }
    if selector == nil { throw .usage("--args belongs to --select NAME") }
    arguments = try PayloadText.compact(Array(text.utf8), what: "--args")
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let arguments {
      writer.key("args")
      writer.raw(arguments)
    }
    if let minSeq {
      writer.key("minSeq")
      writer.integer(minSeq)
    }
    if let pointer {
      writer.key("pointer")
      writer.string(pointer)
    } else if let selector {
      writer.key("select")
      writer.string(selector)
    } else {
      writer.key("pointer")
      writer.string("")
    }
    writer.endObject()
  }
}
