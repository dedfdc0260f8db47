import CanonicalJSON

/// Actions of which some read themselves straight from the JSON reader, past `Codable`, where replay is hot.
///
/// Both ways must decode alike, members that the action does not declare passed by `skipValue` (at the door that leads
/// to `Codable`, which refuses them by name); a test compares them.
public protocol JournalDecodable: ActionGroup {
  /// The reader for the actions of this name, asked for once; nil leaves them to `Codable`.
  ///
  /// A group of groups strips its own step from the name and maps the reader of the feature.
  static func journalReader(for type: String) -> JournalReader<Self>?
}

/// Reads one action's payload, from the brace that opens it to the one that closes it.
public struct JournalReader<Action>: Sendable {
  /// Reads the payload and leaves the reader right behind it.
  public let read: @Sendable (_ reader: inout JSONReader) throws(JSONError) -> Action

  /// Wraps a function that reads a payload.
  public init(_ read: @escaping @Sendable (_ reader: inout JSONReader) throws(JSONError) -> Action) {
    self.read = read
  }

  /// The reader of an enclosing group, whose actions wrap these.
  public func map<Outer>(_ wrap: @escaping @Sendable (Action) -> Outer) -> JournalReader<Outer> {
    let read = read
    return JournalReader<Outer> { (reader) throws(JSONError) in wrap(try read(&reader)) }
  }
}
