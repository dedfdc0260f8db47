/// A state, or a feature's part of one: a struct whose stored properties are parts.
///
/// A part is an `EntityTable`, an `EntityList`, a `@Tracked` value or another `StateTree`:
///
///     struct Notes: StateTree {
///       var notesByID = EntityTable<NoteID, Note>()
///       @Tracked var count = 0
///       mutating func visit(_ parts: inout some PartVisitor) {
///         parts.visit("notesByID", &notesByID)
///         parts.visit("count", &_count)
///       }
///     }
public protocol StateTree: Equatable, Sendable {
  /// Shows every part once, under the name it has in JSON, in the same order every time.
  mutating func visit(_ parts: inout some PartVisitor)
}

/// Whoever looks at the parts of a state in turn.
public protocol PartVisitor {
  /// Shows a table.
  mutating func visit<ID: EntityID, Entity: Codable & Equatable & Sendable>(
    _ name: StaticString, _ table: inout EntityTable<ID, Entity>)
  /// Shows an ordered list.
  mutating func visit<Element: Codable & Equatable & Sendable>(
    _ name: StaticString, _ list: inout EntityList<Element>)
  /// Shows a plain value.
  mutating func visit<Value: Codable & Equatable & Sendable>(
    _ name: StaticString, _ value: inout Tracked<Value>)
  /// Shows a nested state.
  mutating func visit<Tree: StateTree>(_ name: StaticString, _ tree: inout Tree)
}

extension StaticString {
  /// The name as a string.
  var text: String { withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }

  /// Whether both are the same bytes; for one literal that is one comparison of addresses.
  func isSame(as other: StaticString) -> Bool {
    withUTF8Buffer { mine in
      other.withUTF8Buffer { theirs in
        mine.count == theirs.count && (mine.baseAddress == theirs.baseAddress || mine.elementsEqual(theirs))
      }
    }
  }
}
