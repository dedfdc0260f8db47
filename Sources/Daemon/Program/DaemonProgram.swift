import ActionLog
import SystemCalls
import WireProtocol

/// The daemon of a domain, as a whole program.
///
///     DaemonProgram<Counter>.run(version: "1.0.0")
public enum DaemonProgram<D: Domain> {
  /// Serves the domain until SIGTERM or SIGINT, and returns the exit status of the process.
  ///
  /// - Parameters:
  ///   - arguments: the command line, the program's name first.
  ///   - version: the program's version, for `--version`, `status` and the journal.
  ///   - options: what the domain's daemon takes besides the daemon's own options.
  ///   - middleware: makes what performs the effects; throws `OptionRefusal` where an option does not fit.
  public static func main(
    arguments: [String], version: String, options extra: [ExtraOption] = [],
    middleware: (ParsedExtras, DaemonPaths) throws -> [any Middleware<D>] = { _, _ in [] }
  ) -> Int32 {
    CurrentProcess.openMissingStreams()
    // Whoever read the log may go away: that ends no service.
    try? Signal.pipe.ignore()
    // A journal that may not grow is a failed write, which says why.
    try? Signal.fileSize.ignore()
    let log = DaemonLog.standardError()
    let program = baseName(arguments.first ?? "actionlogd")
    do throws(StartFailure) {
      let options = try DaemonOptions(Array(arguments.dropFirst()), extra: extra, paths: defaultPaths)
      switch options.mode {
      case .help: try say(DaemonOptions.help(program: program, domain: D.name, extra: extra))
      case .version: try say("\(program) \(version) (domain \(D.name), version \(D.version))")
      case .checkConfiguration:
        try check(options)
        _ = try made(middleware, options)
        try say("journal \(options.journal.path), socket \(options.socket.path): the configuration is fine")
      case .serve:
        try check(options)
        let client = ClientCommand(besideDaemon: arguments.first ?? "")
        let performers = try made(middleware, options)
        return try serve(options, version: version, log: log, client: client, middleware: performers).rawValue
      }
      return DaemonExit.stopped.rawValue
    } catch {
      log.error("\(program): \(error.message)")
      return error.exit.rawValue
    }
  }

  private static func serve(
    _ options: DaemonOptions, version: String, log: DaemonLog, client: ClientCommand, middleware: [any Middleware<D>]
  ) throws(StartFailure) -> DaemonExit {
    var configuration = DaemonConfiguration(journal: options.journal.path, socket: options.socket.path)
    configuration.limits = options.limits
    configuration.prefill = options.prefill
    configuration.version = version
    configuration.client = client.words
    configuration.notifier = ServiceNotifier()
    configuration.signals = [.terminate, .interrupt]
    log.info(
      "journal \(options.journal.path) (\(options.journal.rule.summary)), socket \(options.socket.path) "
        + "(\(options.socket.rule.summary))")
    // Connections need descriptors; what the limit allows is enough to serve with, if no more can be had.
    _ = try? CurrentProcess.raiseOpenFilesLimit()
    LastWords.prepare(beginning: DaemonLog.errorBeginning, journal: options.journal.path, client: client.words)
    let daemon = try DaemonService<D>(configuration, middleware: middleware, log: log)
    let example = D.actions.entries.first { $0.origin == .client }
    for line in StartText.lines(example, options, client: client) { log.info(line) }
    return try daemon.run()
  }

  private static var defaultPaths: DefaultPaths {
    DefaultPaths(
      environment: CurrentProcess.environment,
      directoryExists: { path in (try? FileSystem.status(path))?.kind == .directory })
  }

  private static func made(
    _ middleware: (ParsedExtras, DaemonPaths) throws -> [any Middleware<D>], _ options: DaemonOptions
  ) throws(StartFailure) -> [any Middleware<D>] {
    let paths = DaemonPaths(journal: options.journal.path, socket: options.socket.path)
    do {
      return try middleware(ParsedExtras(options.extras), paths)
    } catch let refusal as OptionRefusal {
      throw StartFailure(.configuration, refusal.message)
    } catch {
      throw StartFailure(.configuration, "\(error)")
    }
  }

  /// Looks at what can be judged without changing anything.
  private static func check(_ options: DaemonOptions) throws(StartFailure) {
    let problems = ActionCoding<D>().problems()
    if let first = problems.first { throw StartFailure(.configuration, "the domain \(D.name): \(first)") }
    let length = options.socket.path.utf8.count
    if length > UnixAddress.longestPath {
      let error = SocketPathError.tooLong(path: options.socket.path, length: length, limit: UnixAddress.longestPath)
      throw StartFailure(.configuration, error.summary)
    }
    if let status = try? FileSystem.status(options.journal.path), status.kind != .directory {
      throw StartFailure(.configuration, "\(options.journal.path) is not a directory; name another with --journal")
    }
  }

  private static func say(_ text: String) throws(StartFailure) {
    do throws(SystemError) {
      try StandardStream.writeStdout(text)
    } catch {
      // A reader that went away has read enough.
      if error.errno != ErrorNumber.brokenPipe { throw StartFailure(.journalFailed, "cannot write: \(error)") }
    }
  }

  private static func baseName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
