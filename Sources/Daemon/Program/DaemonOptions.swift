import WireProtocol

/// What the daemon's command line asks for.
struct DaemonOptions {
  /// What to do.
  enum Mode {
    case serve
    case checkConfiguration
    case help
    case version
  }

  var mode = Mode.serve
  var journal: DefaultPaths.Choice
  var socket: DefaultPaths.Choice
  var limits = Limits()
  var prefill = false
  var extras: [String: String] = [:]

  /// The daemon's own options, then the domain's.
  static func specs(_ extra: [ExtraOption]) -> [OptionSpec] {
    [
      OptionSpec("--journal", value: "DIR", "the journal's directory; made if it is missing"),
      OptionSpec("--socket", value: "PATH", "the Unix socket to listen at"),
      OptionSpec(
        "--limit", value: "NAME=VALUE", repeats: true, "sets a limit, such as connections=100 or line-bytes=64KiB"),
      OptionSpec("--prefill", "writes the active segment ahead, so that a commit changes no file size"),
    ] + extra.map { OptionSpec($0.name, value: $0.value, $0.summary) } + [
      OptionSpec("--check-config", "checks options and paths, changes nothing, and exits"),
      OptionSpec("--help", short: "-h", "shows this help"),
      OptionSpec("--version", "shows the version"),
    ]
  }

  /// Reads the command line.
  ///
  /// - Throws: `StartFailure` with exit status 2 for the first thing that does not fit.
  init(_ words: [String], extra: [ExtraOption], paths: DefaultPaths) throws(StartFailure) {
    let parsed: ParsedOptions
    do throws(OptionError) {
      parsed = try OptionParser(Self.specs(extra)).parse(words)
      try parsed.limitPositionals(to: 0)
    } catch {
      throw StartFailure(.configuration, "\(error.summary)")
    }
    journal = paths.journal(argument: parsed.value("--journal"))
    socket = paths.socket(argument: parsed.value("--socket"))
    prefill = parsed.has("--prefill")
    for option in extra where parsed.has(option.name) { extras[option.name] = parsed.value(option.name) ?? "" }
    if parsed.has("--help") {
      mode = .help
    } else if parsed.has("--version") {
      mode = .version
    } else if parsed.has("--check-config") {
      mode = .checkConfiguration
    }
    for word in parsed.values("--limit") { try setLimit(word) }
  }

  private mutating func setLimit(_ word: String) throws(StartFailure) {
    guard let equals = word.firstIndex(of: "=") else {
      throw StartFailure(.configuration, "--limit \(word): write NAME=VALUE, such as --limit connections=100")
    }
    do throws(LimitError) {
      try limits.set(String(word[..<equals]), to: String(word[word.index(after: equals)...]))
    } catch {
      throw StartFailure(.configuration, "--limit \(word): \(error.summary)")
    }
  }

  /// The text of `--help`.
  static func help(program: String, domain: String, extra: [ExtraOption]) -> String {
    let limits = Limit.allCases.map { limit in
      let name = limit.name + String(repeating: " ", count: max(1, 24 - limit.name.utf8.count))
      return "  \(name)\(limit.standard)  \(limit.summary)"
    }
    let parts =
      [
        "Usage: \(program) [options]",
        "",
        "Serves the domain \(domain) on a Unix socket: every dispatched action becomes one durable line of a journal, and",
        "the state is what the reducer makes of the journal. SIGTERM stops it.",
        "",
        "Options:",
      ] + OptionParser(specs(extra)).helpLines + ["", "Limits (name, default, meaning):"] + limits + [
        "",
        "Exit status: 0 stopped as asked; 2 wrong configuration, foreign or newer journal, or another daemon; 3 the journal",
        "failed; 4 damaged journal; 5 replay differs; 6 a fault in the domain.",
        "",
        "Examples:",
        "  \(program) --journal ./logs/journal --socket ./logs/actionlogd.sock",
        "  \(program) --limit connections=100 --limit line-bytes=64KiB",
      ]
    return parts.joined(separator: "\n")
  }
}
