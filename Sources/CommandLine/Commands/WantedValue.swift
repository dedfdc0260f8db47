import CanonicalJSON
import WireProtocol

/// What is read of a state: the value that a pointer leads to, or what a selector derives.
enum WantedValue: Equatable {
  case pointer(JSONPointer)
  /// The arguments are JSON without white space between its tokens.
  case selector(String, arguments: [UInt8]?)

  static let options = [
    OptionSpec("--select", value: "NAME", "a selector instead of a pointer"),
    OptionSpec("--args", value: "JSON", "the selector's arguments, an object"),
  ]

  /// Takes a pointer, `--select` and `--args`, checked as far as they can be without a state.
  ///
  /// - Parameter pointer: the word that stands for a pointer, where there is one; without both, the whole state is
  ///   meant.
  init(pointer: String?, _ invocation: Invocation) throws(Failure) {
    let selector = invocation.options.value("--select")
    let arguments = invocation.options.value("--args")
    if let pointer, selector != nil {
      if pointer.hasPrefix("{") {
        throw .usage("'\(Printable.cut(pointer, to: 80))': a selector's arguments are given with --args")
      }
      throw .usage("'\(pointer)' and --select: read a pointer or a selector, not both")
    }
    guard let selector else {
      if arguments != nil { throw .usage("--args belongs to --select NAME") }
      self = .pointer(try Self.parse(pointer ?? ""))
      return
    }
    let compact: [UInt8]?
    if let arguments { compact = try PayloadText.compact(Array(arguments.utf8), what: "--args") } else { compact = nil }
    self = .selector(selector, arguments: compact)
  }

  private static func parse(_ pointer: String) throws(Failure) -> JSONPointer {
    do throws(JSONPointerError) {
      return try JSONPointer(pointer)
    } catch {
      let hint = pointer.hasPrefix("/") ? "'~' is written '~0', '/' in a name '~1'" : "it starts with '/'"
      throw .usage("'\(pointer)' is no JSON Pointer: \(hint)")
    }
  }

  /// Writes the members of a request's parameters that come before `minSeq`, in the order of their names.
  func writeArguments(to writer: inout JSONWriter) {
    guard case .selector(_, let arguments?) = self else { return }
    writer.key("args")
    writer.raw(arguments)
  }

  /// Writes the members of a request's parameters that come after `minSeq`.
  func writeName(to writer: inout JSONWriter) {
    switch self {
    case .pointer(let pointer):
      writer.key("pointer")
      writer.string(pointer.text)
    case .selector(let name, _):
      writer.key("select")
      writer.string(name)
    }
  }
}
