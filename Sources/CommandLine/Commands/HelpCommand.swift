import CanonicalJSON

/// `help`: the overview, or the page of one command.
enum HelpCommand {
  static let command = Command(
    "help", "[COMMAND]", summary: "tells about the program or one command", positionals: [.command],
    examples: { _ in [.init("help dispatch", "what dispatch takes, with examples")] },
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let table = invocation.table
    let lines: [String]
    if let name = invocation.word(0) {
      guard let command = table[name] else {
        let nearest = NearestName.nearest(to: name, in: table.commands.map(\.name))
        throw .usage("no command '\(name)'" + Suggestion.text(nearest))
      }
      lines = CommandHelp.page(program: invocation.program, command: command, words: table.words())
    } else {
      lines = CommandHelp.overview(program: invocation.program, table: table)
    }
    for line in lines { try invocation.output.line(line) }
    return .fine
  }
}
