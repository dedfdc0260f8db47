import SystemCalls

/// How a person who started this daemon calls the command line that stands beside it.
struct ClientCommand: Equatable, Sendable {
  /// The command, as a shell in this directory takes it: the bare name where the search path leads to it, otherwise the
  /// path of the program beside the daemon's.
  let words: String
  /// Whether there is such a program.
  let isThere: Bool

  /// Looks for it by its name: a daemon `roomsd` has the command line `rooms`.
  ///
  /// - Parameter daemon: what the daemon was started as, with or without a path.
  init(besideDaemon daemon: String) {
    self.init(
      besideDaemon: daemon, searchPath: CurrentProcess.environment("PATH") ?? "",
      currentDirectory: (try? FileSystem.currentDirectory()) ?? "", exists: FileSystem.exists)
  }

  init(besideDaemon daemon: String, searchPath: String, currentDirectory: String, exists: (String) -> Bool) {
    let name = Self.name(ofDaemon: daemon.split(separator: "/").last ?? "")
    let searched = searchPath.split(separator: ":")
    let directory = daemon.lastIndex(of: "/").map { daemon[..<$0] }
    if let directory, !searched.contains(directory), exists("\(directory)/\(name)") {
      let (command, here) = ("\(directory)/\(name)", currentDirectory + "/")
      words = StartText.quoted(command.hasPrefix(here) ? String(command.dropFirst(here.count)) : command)
      isThere = true
    } else {
      words = name
      isThere = searched.contains { exists("\($0)/\(name)") }
    }
  }

  private static func name(ofDaemon daemon: Substring) -> String {
    guard daemon.hasSuffix("d"), daemon.count > 1 else { return "actionlog" }
    return String(daemon.dropLast())
  }
}
