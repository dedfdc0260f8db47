import ActionLog

@testable import CommandLine

extension CommandTable {
  /// The commands that need no domain.
  static let socketOnly = CommandTable(
    commands: [
      DispatchCommand<Toy>.command, GetCommand<Toy>.command, WatchCommand.command, StatusCommand.command,
      DescribeCommand.command, CompletionsCommand.command, HelpCommand.command,
    ], words: { DomainWords() })

  /// Everything, for the toy domain.
  static let toy = CommandTable.all(for: Toy.self)
}

extension TestRun {
  /// Runs a command on a journal, which lives until the command has ended.
  func run(_ words: String..., journal: TestJournal, table: CommandTable = .toy) -> Ended {
    withExtendedLifetime(journal) { run(words: words + ["--journal", journal.directory], table: table) }
  }
}
