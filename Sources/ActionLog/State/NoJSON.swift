import CanonicalJSON

/// A value that has no JSON, such as a number that is not finite: where it stands, and why.
///
/// It cannot be journaled, shown or checked; what made it is at fault.
public struct NoJSON: Error, Equatable, Sendable {
  /// Where the value stands, as a JSON Pointer; empty for the whole.
  public let path: String
  /// Why it has no JSON.
  public let why: String

  /// Names a value.
  public init(path: String, why: String) {
    self.path = path
    self.why = why
  }

  /// What an encoder threw, over the value that stands at `tokens`.
  init(_ error: any Error, at tokens: [String] = []) {
    guard case EncodingError.invalidValue(_, let context) = error else {
      self.init(path: JSONPointer(tokens: tokens).text, why: "\(error)")
      return
    }
    let inner = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    self.init(path: JSONPointer(tokens: tokens + inner).text, why: context.debugDescription)
  }
}

extension NoJSON: CustomStringConvertible {
  /// What has no JSON and why, to follow the name of the whole.
  public var description: String { "has no JSON\(path.isEmpty ? "" : " at \(path)"): \(why)" }
}

extension StateTree {
  /// The first value in the state that has no JSON; nil in a state as it should be.
  ///
  /// - Complexity: O(state); done only in tests, and where something is wrong.
  public func noJSON() -> NoJSON? {
    var snapshot = self
    var finder = NoJSONFinder(prefix: [])
    snapshot.visit(&finder)
    return finder.found
  }
}

/// Looks for a value that has no JSON.
private struct NoJSONFinder: PartVisitor {
  /// The names that lead to the state whose parts are visited.
  let prefix: [String]
  private(set) var found: NoJSON?

  init(prefix: [String]) {
    self.prefix = prefix
  }

  mutating func visit<ID, Entity>(_ name: StaticString, _ table: inout EntityTable<ID, Entity>) {
    guard found == nil else { return }
    for (id, row) in table {
      guard let error = table.coding.values.refusal(of: row) else { continue }
      found = NoJSON(error, at: prefix + [name.text, id.text])
      return
    }
  }

  mutating func visit<Element>(_ name: StaticString, _ list: inout EntityList<Element>) {
    guard found == nil else { return }
    for (place, element) in list.enumerated() {
      guard let error = list.coding.values.refusal(of: element) else { continue }
      found = NoJSON(error, at: prefix + [name.text, "\(place)"])
      return
    }
  }

  mutating func visit<Value>(_ name: StaticString, _ value: inout Tracked<Value>) {
    guard found == nil, let error = value.coding.refusal(of: value.value) else { return }
    found = NoJSON(error, at: prefix + [name.text])
  }

  mutating func visit<Tree: StateTree>(_ name: StaticString, _ tree: inout Tree) {
    guard found == nil else { return }
    var finder = NoJSONFinder(prefix: prefix + [name.text])
    tree.visit(&finder)
    found = finder.found
  }
}
