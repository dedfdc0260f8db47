import ActionLog
import SystemCalls

/// The command line of a domain: a client of its daemon's socket, and tools that read its journals.
///
/// A domain's own command line is one call in a `main.swift`.
public enum CommandLineProgram<D: Domain> {
  /// Runs one command to its end. Call it once, from the main thread.
  ///
  /// - Parameters:
  ///   - arguments: the words of the command line, the program's own name first.
  ///   - version: what `--version` prints after the program's name.
  /// - Returns: the status to exit with: 0 fine; 1 the answer is "no"; 2 wrong usage; 3 cannot read, reach or
  ///   write; 4 damaged journal.
  public static func main(arguments: [String], version: String) -> Int32 {
    // A reader that goes away is then an error of the write, which ends the command quietly.
    CurrentProcess.openMissingStreams()
    try? Signal.pipe.ignore()
    try? Signal.fileSize.ignore()
    let program = Program(
      arguments: arguments, version: version, table: .all(for: D.self), surroundings: .ofProcess(),
      fault: RawWords.fault(in: arguments))
    return program.run().rawValue
  }

  /// Runs one command and ends the process with its status: all that a `main.swift` needs.
  ///
  ///     CommandLineProgram<Counter>.run(version: "1.0.0")
  ///
  /// - Parameters:
  ///   - arguments: the words of the command line, the program's own name first; the process's own unless said.
  ///   - version: what `--version` prints after the program's name.
  public static func run(arguments: [String]? = nil, version: String) -> Never {
    CurrentProcess.exit(main(arguments: arguments ?? CurrentProcess.arguments, version: version))
  }
}
