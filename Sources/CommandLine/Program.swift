import CanonicalJSON
import WireProtocol

/// One run of the program, from its words to its exit status, over whatever surroundings it is given.
struct Program {
  private let name: String
  private let words: [String]
  private let version: String
  private let table: CommandTable
  private let surroundings: Surroundings
  private let fault: Failure?

  /// - Parameter fault: what is wrong with the words themselves; the run then only tells it.
  init(
    arguments: [String], version: String, table: CommandTable, surroundings: Surroundings, fault: Failure? = nil
  ) {
    self.fault = fault
    let path = arguments.first ?? ""
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
    self.name = name ?? "actionlog"
    words = Array(arguments.dropFirst())
    self.version = version
    self.table = table
    self.surroundings = surroundings
  }

  /// Runs to the end; an error becomes one line on standard error.
  func run() -> ExitStatus {
    var command: String?
    do throws(Failure) {
      if let fault { throw fault }
      let status = try dispatch(&command)
      try surroundings.output.flush()
      return status
    } catch {
      return end(with: error, in: command)
    }
  }

  private func dispatch(_ commandName: inout String?) throws(Failure) -> ExitStatus {
    guard let first = words.first else {
      for line in CommandHelp.overview(program: name, table: table) { try surroundings.errors.line(line) }
      try surroundings.errors.flush()
      return .usage
    }
    switch first {
    case "--version":
      try surroundings.output.line("\(name) \(version)")
      return .fine
    case "--help", "-h":
      for line in CommandHelp.overview(program: name, table: table) { try surroundings.output.line(line) }
      return .fine
    default: break
    }
    guard let command = table[first] else { throw unknown(first) }
    commandName = command.name
    return try run(command, words: Array(words.dropFirst()))
  }

  private func run(_ command: Command, words: [String]) throws(Failure) -> ExitStatus {
    let options: ParsedOptions
    do throws(OptionError) {
      options = try OptionParser(command.allOptions).parse(words)
      if !options.has(CommonOptions.help.name) { try options.limitPositionals(to: command.positionals.count) }
    } catch {
      throw .usage(error.summary)
    }
    if options.has(CommonOptions.help.name) {
      for line in CommandHelp.page(program: name, command: command, words: table.words()) {
        try surroundings.output.line(line)
      }
      return .fine
    }
    let colourWord = options.value(CommonOptions.colour.name) ?? ColourChoice.auto.rawValue
    guard let colour = ColourChoice(rawValue: colourWord) else {
      throw .usage("--color takes auto, always or never, not '\(colourWord)'")
    }
    return try command.run(
      Invocation(
        program: name, command: command.name, table: table, options: options, surroundings: surroundings,
        colour: colour))
  }

  private func unknown(_ word: String) -> Failure {
    if word.hasPrefix("-") {
      if let nearest = NearestName.nearest(to: word, in: ["--help", "--version"]) {
        return .usage("unknown option \(word): did you mean \(nearest)?")
      }
      return .usage("options stand after the command: '\(name) COMMAND \(word)'; see '\(name) --help'")
    }
    let nearest = NearestName.nearest(to: word, in: table.commands.map(\.name))
    return .usage("no command '\(word)'" + Suggestion.text(nearest, otherwise: ": see '\(name) --help'"))
  }

  private func end(with failure: Failure, in command: String?) -> ExitStatus {
    if failure.isQuiet { return failure.status }
    do throws(Failure) {
      // What was found out before the failure belongs before the line that tells of it.
      try surroundings.output.flush()
      let place = command.map { "\(name) \($0)" } ?? name
      try surroundings.errors.line(
        "\(place): \(Printable.shortened(Printable.text(failure.message))) (\(failure.name))")
      try surroundings.errors.flush()
    } catch {
      // Nobody can be told; the status still says it.
    }
    return failure.status
  }
}
