import ActionLog
import SystemCalls

extension DaemonProgram {
  /// Serves the domain and ends the process with its status: all that a `main.swift` needs.
  ///
  ///     DaemonProgram<Counter>.run(version: "1.0.0")
  ///
  /// - Parameters:
  ///   - arguments: the command line, the program's name first; the process's own unless said.
  ///   - version: the program's version, for `--version`, `status` and the journal.
  ///   - options: what the domain's daemon takes besides the daemon's own options.
  ///   - middleware: makes what performs the effects; throws `OptionRefusal` where an option does not fit.
  public static func run(
    arguments: [String]? = nil, version: String, options: [ExtraOption] = [],
    middleware: (ParsedExtras, DaemonPaths) throws -> [any Middleware<D>] = { _, _ in [] }
  ) -> Never {
    let words = arguments ?? CurrentProcess.arguments
    CurrentProcess.exit(main(arguments: words, version: version, options: options, middleware: middleware))
  }
}

extension DaemonPaths {
  /// Says on the daemon's log, as a warning, what an operator should know of a performer; any thread.
  public func warn(_ line: String) { DaemonLog.standardError().warning(line) }
}
