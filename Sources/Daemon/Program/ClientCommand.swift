import SystemCalls

/// How a person who started this daemon calls the command line that stands beside it.
enum ClientCommand {
  /// The command, as a shell in this directory takes it: the bare name where the search path leads to it, otherwise the
  /// path of the program beside the daemon's. A daemon `roomsd` has the command line `rooms`.
  ///
  /// - Parameter daemon: what the daemon was started as, with or without a path.
  static func words(besideDaemon daemon: String) -> String {
    words(
      besideDaemon: daemon, searchPath: CurrentProcess.environment("PATH") ?? "",
      currentDirectory: (try? FileSystem.currentDirectory()) ?? "", exists: FileSystem.exists)
  }

  static func words(
    besideDaemon daemon: String, searchPath: String, currentDirectory: String, exists: (String) -> Bool
  ) -> String {
    let name = name(ofDaemon: daemon.split(separator: "/").last ?? "")
    guard let slash = daemon.lastIndex(of: "/") else { return name }
    let directory = daemon[..<slash]
    let command = "\(directory)/\(name)"
    if searchPath.split(separator: ":").contains(directory) || !exists(command) { return name }
    let here = currentDirectory + "/"
    return StartText.quoted(command.hasPrefix(here) ? String(command.dropFirst(here.count)) : command)
  }

  private static func name(ofDaemon daemon: Substring) -> String {
    guard daemon.hasSuffix("d"), daemon.count > 1 else { return "actionlog" }
    return String(daemon.dropLast())
  }
}
