/// `completions`: a script that teaches a shell the commands and their options.
enum CompletionsCommand {
  static let command = Command(
    "completions", "bash|zsh|fish", summary: "prints a script that teaches a shell the commands and options",
    positionals: [.words(["bash", "zsh", "fish"])],
    examples: { _ in
      [
        .init(
          "completions bash > ~/.local/share/bash-completion/completions/actionlog", "for bash, from the next login"),
        .init("completions zsh > \"${fpath[1]}/_actionlog\"", "for zsh"),
        .init("completions fish > ~/.config/fish/completions/actionlog.fish", "for fish"),
      ]
    },
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let script = CompletionScript(program: invocation.program, table: invocation.table)
    switch invocation.word(0) {
    case "bash": try invocation.output.write(script.bash)
    case "zsh": try invocation.output.write(script.zsh)
    case "fish": try invocation.output.write(script.fish)
    case let other?: throw .usage("no completions for '\(other)': bash, zsh or fish")
    case nil: throw .usage("which shell: bash, zsh or fish?")
    }
    return .fine
  }
}
