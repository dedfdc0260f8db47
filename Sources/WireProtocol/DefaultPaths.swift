/// Where a program finds its journal, socket and cache when it is told nothing, or little.
///
/// The rules are the same for the daemon and the command line, so both ask here. Pure: the environment and
/// the file system are looked at only through the two closures it is given.
package struct DefaultPaths {
  /// A path together with the rule that chose it, so that a program can say which it took and why.
  package struct Choice: Equatable, Sendable {
    /// The path, as the rule spells it; relative paths are relative to the working directory.
    package let path: String
    /// What decided.
    package let rule: Rule

    package init(path: String, rule: Rule) {
      self.path = path
      self.rule = rule
    }
  }

  /// What decided about a path, in the order in which the rules are tried.
  package enum Rule: Equatable, Sendable {
    case argument
    case environment(String)
    case checkout
    case system
    case besideJournal

    /// A few words for people.
    package var summary: String {
      switch self {
      case .argument: "as given"
      case .environment(let name): "from $\(name)"
      case .checkout: "because ./logs exists"
      case .system: "the system's default"
      case .besideJournal: "beside the journal"
      }
    }
  }

  /// Looks up an environment variable.
  private let environment: (String) -> String?
  /// Tells whether a directory exists.
  private let directoryExists: (String) -> Bool

  package init(environment: @escaping (String) -> String?, directoryExists: @escaping (String) -> Bool) {
    self.environment = environment
    self.directoryExists = directoryExists
  }

  /// The journal directory: the argument; `$ACTIONLOG_JOURNAL`; `$STATE_DIRECTORY/journal`; `./logs/journal`
  /// where `./logs` exists; `/var/lib/actionlogd/journal`.
  package func journal(argument: String?) -> Choice {
    choose(
      argument: argument, variable: "ACTIONLOG_JOURNAL", directoryVariable: "STATE_DIRECTORY", name: "journal",
      system: "/var/lib/actionlogd/journal")
  }

  /// The socket: the argument; `$ACTIONLOG_SOCKET`; `$RUNTIME_DIRECTORY/actionlogd.sock`; `./logs/actionlogd.sock`
  /// where `./logs` exists; `/run/actionlogd/actionlogd.sock`.
  package func socket(argument: String?) -> Choice {
    choose(
      argument: argument, variable: "ACTIONLOG_SOCKET", directoryVariable: "RUNTIME_DIRECTORY",
      name: "actionlogd.sock", system: "/run/actionlogd/actionlogd.sock")
  }

  /// The feed's cache file: the argument, else `cache.json` beside the journal directory.
  package func cache(argument: String?, journal: String) -> Choice {
    if let argument, !argument.isEmpty { return Choice(path: argument, rule: .argument) }
    return Choice(path: Self.sibling("cache.json", of: journal), rule: .besideJournal)
  }

  /// The path of `name` in the directory that holds `path`.
  package static func sibling(_ name: String, of path: String) -> String {
    var components = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let last = components.last else { return path.isEmpty ? name : "/" + name }
    if last == "." || last == ".." {
      components += ["..", name]
    } else {
      components[components.count - 1] = name
    }
    return (path.utf8.first == UInt8(ascii: "/") ? "/" : "") + components.joined(separator: "/")
  }

  private func choose(
    argument: String?, variable: String, directoryVariable: String, name: String, system: String
  ) -> Choice {
    if let argument, !argument.isEmpty { return Choice(path: argument, rule: .argument) }
    if let path = environment(variable), !path.isEmpty { return Choice(path: path, rule: .environment(variable)) }
    if let directory = firstDirectory(directoryVariable) {
      let separator = directory.utf8.last == UInt8(ascii: "/") ? "" : "/"
      return Choice(path: directory + separator + name, rule: .environment(directoryVariable))
    }
    if directoryExists("./logs") { return Choice(path: "./logs/" + name, rule: .checkout) }
    return Choice(path: system, rule: .system)
  }

  // The service manager separates several directories by colons; the first is the one the unit names first.
  private func firstDirectory(_ variable: String) -> String? {
    guard let list = environment(variable) else { return nil }
    let first = list.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: true).first
    return first.map { String(decoding: $0, as: UTF8.self) }
  }
}
