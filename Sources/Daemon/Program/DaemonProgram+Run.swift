import ActionLog
import SystemCalls

extension DaemonProgram {
  /// Serves the domain and ends the process with its status: all that a `main.swift` needs.
  public static func run(
    arguments: [String], version: String, options: [ExtraOption] = [],
    middleware: (ParsedExtras, DaemonPaths) throws -> [any Middleware<D>] = { _, _ in [] }
  ) -> Never {
    CurrentProcess.exit(main(arguments: arguments, version: version, options: options, middleware: middleware))
  }
}

extension DaemonPaths {
  /// Says on the daemon's log, as a warning, what an operator should know of a performer; any thread.
  public func warn(_ line: String) { DaemonLog.standardError().warning(line) }
}
