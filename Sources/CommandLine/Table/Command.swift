import WireProtocol

/// One subcommand: how it is written, what help says about it, and what it does.
///
/// The table of these drives parsing, help and completions, so the three cannot disagree.
struct Command: Sendable {
  /// A command line that works, with what it does.
  struct Example: Sendable {
    /// The words after the program's name.
    let words: String
    let meaning: String

    init(_ words: String, _ meaning: String) {
      self.words = words
      self.meaning = meaning
    }
  }

  /// What a positional word stands for, so that a shell can complete it.
  enum Positional: Sendable, Equatable {
    case journal
    case command
    case words([String])
    case text
  }

  let name: String
  /// The words after the name, as help spells them: `TYPE [JSON|-|@FILE]`.
  let synopsis: String
  /// One line, lower case, no full stop.
  let summary: String
  /// What more there is to know, one paragraph each.
  let details: [String]
  /// Its own options, without the common ones.
  let options: [OptionSpec]
  /// What its positional words are, in order; no more are taken.
  let positionals: [Positional]
  /// Command lines that work, in the words of a domain.
  let examples: @Sendable (DomainWords) -> [Example]
  let run: @Sendable (Invocation) throws(Failure) -> ExitStatus

  init(
    _ name: String, _ synopsis: String = "", summary: String, details: [String] = [], options: [OptionSpec] = [],
    positionals: [Positional] = [], examples: @escaping @Sendable (DomainWords) -> [Example],
    run: @escaping @Sendable (Invocation) throws(Failure) -> ExitStatus
  ) {
    self.name = name
    self.synopsis = synopsis
    self.summary = summary
    self.details = details
    self.options = options
    self.positionals = positionals
    self.examples = examples
    self.run = run
  }

  /// All it understands: its own options, then the ones that every command has.
  var allOptions: [OptionSpec] { options + CommonOptions.everywhere }
}

/// Options that more than one command has.
enum CommonOptions {
  static let socket = OptionSpec("--socket", value: "PATH", "the daemon's socket")
  static let journal = OptionSpec("--journal", value: "DIR", "the journal, where no JOURNAL is named")
  static let json = OptionSpec("--json", "for programs: one JSON object per line")
  static let local = OptionSpec("--local", "times of the local zone, shown and read, instead of UTC")
  static let colour = OptionSpec("--color", value: "WHEN", "auto, always or never; NO_COLOR is honoured")
  static let help = OptionSpec("--help", short: "-h", "this help")

  static let everywhere = [colour, help]
}
