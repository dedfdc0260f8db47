import WireProtocol

/// Completion scripts, made from the command table.
struct CompletionScript {
  let program: String
  let table: CommandTable

  private var function: String {
    String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// For bash: commands, each command's options, words of a fixed set, and file names elsewhere.
  var bash: String {
    var cases = ""
    for command in table.commands {
      let words = (command.allOptions.flatMap(names) + fixedWords(command)).joined(separator: " ")
      cases += "    \(command.name)) words=\"\(words)\" ;;\n"
    }
    return """
      # bash completion for \(program)
      _\(function)() {
        local current="${COMP_WORDS[COMP_CWORD]}" words=""
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(table.commands.map(\.name).joined(separator: " ")) --help --version" -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(cases.split(separator: "\n").map { String($0) }.joined(separator: "\n"))
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      }
      complete -o default -F _\(function) \(program)

      """
  }

  /// For zsh: as for bash, with what each word means.
  var zsh: String {
    var cases = ""
    for command in table.commands {
      var arguments = command.allOptions.flatMap(zshOptions)
      for (index, positional) in command.positionals.enumerated() {
        arguments.append("'\(index + 1):\(zshAction(positional))'")
      }
      cases += "    \(command.name)) _arguments \(arguments.joined(separator: " ")) ;;\n"
    }
    let commands = table.commands.map { "'\($0.name):\(quoted($0.summary))'" }.joined(separator: " ")
    return """
      #compdef \(program)
      _\(function)() {
        local -a commands=(\(commands))
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local name="$words[2]"
        shift words
        (( CURRENT-- ))
        case "$name" in
      \(cases.split(separator: "\n").map { String($0) }.joined(separator: "\n"))
        esac
      }
      compdef _\(function) \(program)

      """
  }

  /// For fish: a line for each command and each option.
  var fish: String {
    var script = "# fish completion for \(program)\n"
    let first = "__fish_use_subcommand"
    for command in table.commands {
      script += "complete -c \(program) -f -n \(first) -a \(command.name) -d '\(quoted(command.summary))'\n"
    }
    for command in table.commands {
      let condition = "'__fish_seen_subcommand_from \(command.name)'"
      for option in command.allOptions {
        let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
        let value = option.value == nil ? "" : " -r"
        script +=
          "complete -c \(program) -n \(condition) -l \(option.name.dropFirst(2))\(short)\(value)"
          + " -d '\(quoted(option.summary))'\n"
      }
      let words = fixedWords(command)
      if !words.isEmpty {
        script += "complete -c \(program) -f -n \(condition) -a '\(words.joined(separator: " "))'\n"
      }
    }
    return script
  }

  private func names(_ option: OptionSpec) -> [String] { [option.name] + (option.short.map { [$0] } ?? []) }

  private func fixedWords(_ command: Command) -> [String] {
    command.positionals.flatMap { positional -> [String] in
      switch positional {
      case .command: table.commands.map(\.name)
      case .words(let words): words
      case .journal, .text: []
      }
    }
  }

  private func zshOptions(_ option: OptionSpec) -> [String] {
    names(option).map { name in
      let value = option.value.map { ":\(quoted($0)):_files" } ?? ""
      return "'\(option.repeats ? "*" : "")\(name)[\(quoted(option.summary))]\(value)'"
    }
  }

  private func zshAction(_ positional: Command.Positional) -> String {
    switch positional {
    case .journal: "journal:_files"
    case .command: "command:(\(table.commands.map(\.name).joined(separator: " ")))"
    case .words(let words): "word:(\(words.joined(separator: " ")))"
    case .text: "argument:_files"
    }
  }

  // Inside single quotes of all three shells, and inside zsh's brackets and colons.
  private func quoted(_ text: String) -> String {
    String(text.map { "'[]:".contains($0) ? " " : $0 })
  }
}
