import CanonicalJSON
import SystemCalls
import WireProtocol

/// A command as it was called: its words, taken apart, and what it may look at.
struct Invocation {
  /// What the program is called.
  let program: String
  /// What the command is called.
  let command: String
  /// All commands there are.
  let table: CommandTable
  let options: ParsedOptions
  let surroundings: Surroundings
  let colour: ColourChoice

  var output: Output { surroundings.output }

  /// Whether programs read the output.
  var wantsJSON: Bool { options.has(CommonOptions.json.name) }

  /// Colours for standard output.
  var style: Style {
    Style(choice: colour, isTerminal: surroundings.output.isTerminal, environment: surroundings.environment)
  }

  var zone: TimeZoneRule {
    options.has(CommonOptions.local.name) ? TimeZoneRule(offset: surroundings.localOffset) : .utc
  }

  var times: TimeArgument { TimeArgument(now: surroundings.now(), zone: zone) }

  /// Where paths come from when they are not given.
  var paths: DefaultPaths {
    DefaultPaths(
      environment: surroundings.environment,
      directoryExists: { path in (try? FileSystem.status(path))?.kind == .directory })
  }

  /// The positional word at an index.
  func word(_ index: Int) -> String? {
    index < options.positionals.count ? options.positionals[index] : nil
  }

  /// The socket that was named, else the default one.
  var socketPlace: SocketPlace {
    SocketPlace(
      choice: paths.socket(argument: options.value(CommonOptions.socket.name)), daemon: program + "d",
      hasProgram: surroundings.hasProgram)
  }

  /// Connects to the daemon.
  func connect() throws(Failure) -> SocketClient { try SocketClient(connectingTo: socketPlace) }

  /// Says a line on standard error that is no failure.
  func note(_ text: String) throws(Failure) {
    // What was printed before it belongs before it.
    try output.flush()
    try surroundings.errors.line("\(program) \(command): \(Printable.text(text))")
    try surroundings.errors.flush()
  }

  /// The journal that was named, else the default one.
  func journal(word index: Int = 0) throws(Failure) -> DefaultPaths.Choice {
    let option = options.value(CommonOptions.journal.name)
    if let word = word(index) {
      if option != nil { throw .usage("the journal is named twice: '\(word)' and --journal") }
      return DefaultPaths.Choice(path: word, rule: .argument)
    }
    return paths.journal(argument: option)
  }

  /// A whole number that an option may carry.
  func number<N: FixedWidthInteger>(_ name: String, as type: N.Type = N.self) throws(Failure) -> N? {
    do throws(OptionError) {
      return try options.integer(name, as: type)
    } catch {
      throw .usage(error.summary)
    }
  }

  /// A time that an option may carry.
  func time(_ name: String) throws(Failure) -> Timestamp? {
    guard let text = options.value(name) else { return nil }
    if let time = times.parse(text) { return time }
    throw .usage("\(name) takes a time, not '\(text)': \(TimeArgument.examples)")
  }

  /// A seq or a time that an option may carry.
  func point(_ name: String) throws(Failure) -> JournalPoint? {
    guard let text = options.value(name) else { return nil }
    if let point = JournalPoint(text, times: times) { return point }
    throw .usage("\(name) takes a seq or a time, not '\(text)': 1200, \(TimeArgument.examples)")
  }
}
