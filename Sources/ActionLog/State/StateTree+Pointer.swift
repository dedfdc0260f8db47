import CanonicalJSON

extension StateTree {
  /// The canonical bytes of the value that a JSON pointer leads to; `nil` where it leads nowhere.
  ///
  /// A row or list element is found without encoding the others.
  ///
  /// - Complexity: O(log n + the value, or the row it is in).
  public func value(at pointer: JSONPointer) -> [UInt8]? {
    value(at: pointer.tokens[...])
  }

  func value(at tokens: ArraySlice<String>) -> [UInt8]? {
    guard let name = tokens.first else { return json() }
    var snapshot = self
    var part = PartResolver(name: name, rest: tokens.dropFirst())
    snapshot.visit(&part)
    return part.result
  }
}

/// Resolves the rest of a pointer inside the one part with a given name.
private struct PartResolver: PartVisitor {
  let name: String
  let rest: ArraySlice<String>
  var result: [UInt8]?

  init(name: String, rest: ArraySlice<String>) {
    self.name = name
    self.rest = rest
  }

  mutating func visit<ID, Entity>(_ name: StaticString, _ table: inout EntityTable<ID, Entity>) {
    guard isMeant(name) else { return }
    guard let id = rest.first else {
      result = Self.spelled { table.writeJSON(to: &$0) }
      return
    }
    guard let row = table[ID(id)] else { return }
    result = CanonicalWalker.value(in: table.coding.values.bytes(row), at: rest.dropFirst())
  }

  mutating func visit<Element>(_ name: StaticString, _ list: inout EntityList<Element>) {
    guard isMeant(name) else { return }
    guard let token = rest.first else {
      result = Self.spelled { list.writeJSON(to: &$0) }
      return
    }
    guard let position = ListIndex.parse(token), position < list.count else { return }
    result = CanonicalWalker.value(in: list.coding.values.bytes(list[position]), at: rest.dropFirst())
  }

  mutating func visit<Value>(_ name: StaticString, _ value: inout Tracked<Value>) {
    guard isMeant(name) else { return }
    result = CanonicalWalker.value(in: value.coding.bytes(value.value), at: rest)
  }

  mutating func visit<Tree: StateTree>(_ name: StaticString, _ tree: inout Tree) {
    guard isMeant(name) else { return }
    result = tree.value(at: rest)
  }

  private func isMeant(_ candidate: StaticString) -> Bool {
    TextOrder.areEqual(candidate.text, name)
  }

  private static func spelled(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }
}
