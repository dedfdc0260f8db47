import WireProtocol

/// An option that a domain's daemon has besides the daemon's own.
public struct ExtraOption: Sendable {
  let name: String
  let value: String?
  let summary: String

  /// An option with a value, such as `--feed DIR`.
  ///
  /// - Parameters:
  ///   - name: the long name with its dashes.
  ///   - value: what the value stands for in help.
  ///   - summary: one line for help.
  public init(_ name: String, value: String, _ summary: String) {
    self.name = name
    self.value = value
    self.summary = summary
  }

  /// An option without a value.
  public init(flag name: String, _ summary: String) {
    self.name = name
    value = nil
    self.summary = summary
  }
}

/// The values of a domain's own options.
public struct ParsedExtras: Sendable {
  private let values: [String: String]

  init(_ values: [String: String]) { self.values = values }

  /// Whether the option was given.
  public func has(_ name: String) -> Bool { values[name] != nil }

  /// The option's value; nil where it was not given.
  public func value(_ name: String) -> String? { values[name] }
}

/// Where the daemon keeps its things.
public struct DaemonPaths: Sendable {
  /// The directory of the journal.
  public let journal: String
  /// The socket.
  public let socket: String

  /// `name` beside the journal's directory, such as `cache.json`.
  public func besideJournal(_ name: String) -> String { DefaultPaths.sibling(name, of: journal) }
}

/// What the maker of a domain's middleware throws when an option does not fit: the daemon says it and exits with 2.
public struct OptionRefusal: Error, Sendable {
  /// What is wrong, where, and what to do, in one line.
  public let message: String

  /// Refuses.
  public init(_ message: String) { self.message = message }
}
