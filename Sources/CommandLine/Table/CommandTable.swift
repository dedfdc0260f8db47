import ActionLog

/// The subcommands, in the order in which help lists them.
struct CommandTable: Sendable {
  let commands: [Command]
  /// The words that examples are made of; asked for only when help is.
  let words: @Sendable () -> DomainWords

  init(commands: [Command], words: @escaping @Sendable () -> DomainWords) {
    self.commands = commands
    self.words = words
  }

  /// Everything there is for a domain.
  static func all<D: Domain>(for domain: D.Type) -> CommandTable {
    CommandTable(
      commands: [
        DispatchCommand<D>.command, GetCommand<D>.command, WatchCommand.command, TailCommand<D>.command,
        StatusCommand.command, DescribeCommand.command, ReplayCommand<D>.command, VerifyCommand.command,
        CompletionsCommand.command, HelpCommand.command,
      ], words: { DomainWords(of: D.self) })
  }

  /// The command of that name.
  subscript(name: String) -> Command? { commands.first { $0.name == name } }
}
