import CanonicalJSON

/// The text of `--help`.
enum CommandHelp {
  /// What the program can do, a line per command.
  static func overview(program: String, table: CommandTable) -> [String] {
    var columns = Columns(indent: 2)
    for command in table.commands { columns.add(command.name, command.summary) }
    return [
      "Usage: \(program) COMMAND [ARGUMENT…] [OPTION…]", "",
      "A client of the daemon's socket, and tools that read a journal's files without a daemon.", "", "Commands:",
    ] + columns.lines() + [
      "", "'\(program) help COMMAND' tells more, with examples. '\(program) --version' tells the version.", "",
      "Where nothing is named, the socket is $ACTIONLOG_SOCKET, $RUNTIME_DIRECTORY/actionlogd.sock,",
      "./logs/actionlogd.sock where ./logs exists, or /run/actionlogd/actionlogd.sock; the journal is",
      "$ACTIONLOG_JOURNAL, $STATE_DIRECTORY/journal, ./logs/journal where ./logs exists, or",
      "/var/lib/actionlogd/journal.", "",
      "Exit status: 0 fine; 1 the answer is no (differs, not found, refused, fails verification, ignored, illegal);",
      "2 wrong usage; 3 cannot read, reach or write; 4 damaged journal.",
    ]
  }

  /// All about one command.
  static func page(program: String, command: Command, words: DomainWords) -> [String] {
    var lines = ["Usage: \(program) \(usage(command))", "", sentence(command.summary)]
    for paragraph in command.details {
      lines.append("")
      lines += wrapped(paragraph, width: 100)
    }
    var options = Columns(indent: 2)
    for option in command.allOptions { options.add(option.spelling, option.summary) }
    lines += ["", "Options:"] + options.lines() + ["", "Examples:"]
    for example in command.examples(words) {
      lines.append("  \(program) \(example.words)")
      lines.append("      \(example.meaning)")
    }
    return lines
  }

  /// The command's name and synopsis.
  static func usage(_ command: Command) -> String {
    command.name + (command.synopsis.isEmpty ? "" : " " + command.synopsis) + " [OPTION…]"
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  private static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}
