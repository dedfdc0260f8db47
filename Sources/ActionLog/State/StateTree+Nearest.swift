import CanonicalJSON

extension StateTree {
  /// The pointer that was perhaps meant by one that leads nowhere; `nil` where nothing is near.
  ///
  /// The first name in it that is not there is compared with those that are: of parts, and of members inside a row or
  /// value. Ids of rows are not compared: that a row is not there (yet) is no typing error.
  ///
  /// - Complexity: O(log n + the row or value it leads into), and at most 256 names are compared.
  package func nearestPointer(to pointer: JSONPointer) -> JSONPointer? {
    guard let stray = stray(at: pointer.tokens[...]) else { return nil }
    var tokens = pointer.tokens
    guard let name = NearestName.nearest(to: tokens[stray.position], in: stray.names) else { return nil }
    tokens[stray.position] = name
    let whole = JSONPointer(tokens: tokens)
    // What follows a wrong name may be wrong too.
    return self.stray(at: tokens[...]) == nil ? whole : JSONPointer(tokens: Array(tokens[...stray.position]))
  }

  /// The first token that leads nowhere, if there is one, with the names that would.
  fileprivate func stray(at tokens: ArraySlice<String>) -> StrayToken? {
    guard let name = tokens.first else { return nil }
    var snapshot = self
    var finder = StrayFinder(name: name, rest: tokens.dropFirst())
    snapshot.visit(&finder)
    return finder.isMet ? finder.stray : StrayToken(position: tokens.startIndex, names: finder.names)
  }
}

/// A token of a pointer that leads nowhere.
private struct StrayToken {
  let position: Int
  /// What would lead somewhere in its place.
  let names: [String]
}

/// Follows a pointer into the one part it names, and tells where it is lost.
private struct StrayFinder: PartVisitor {
  let name: String
  let rest: ArraySlice<String>
  /// The names of all parts at this level.
  private(set) var names: [String] = []
  /// Whether the part is among them.
  private(set) var isMet = false
  private(set) var stray: StrayToken?

  init(name: String, rest: ArraySlice<String>) {
    self.name = name
    self.rest = rest
  }

  mutating func visit<ID, Entity>(_ name: StaticString, _ table: inout EntityTable<ID, Entity>) {
    guard meets(name), let id = rest.first else { return }
    if let row = table[ID(id)] {
      lookInside(table.coding.values.bytes(row), rest.dropFirst())
    } else {
      stray = StrayToken(position: rest.startIndex, names: [])
    }
  }

  mutating func visit<Element>(_ name: StaticString, _ list: inout EntityList<Element>) {
    guard meets(name), let token = rest.first else { return }
    if let position = ListIndex.parse(token), position < list.count {
      lookInside(list.coding.values.bytes(list[position]), rest.dropFirst())
    } else {
      stray = StrayToken(position: rest.startIndex, names: [])
    }
  }

  mutating func visit<Value>(_ name: StaticString, _ value: inout Tracked<Value>) {
    guard meets(name) else { return }
    lookInside(value.coding.bytes(value.value), rest)
  }

  mutating func visit<Tree: StateTree>(_ name: StaticString, _ tree: inout Tree) {
    guard meets(name) else { return }
    stray = tree.stray(at: rest)
  }

  private mutating func meets(_ candidate: StaticString) -> Bool {
    names.append(candidate.text)
    guard TextOrder.areEqual(candidate.text, name) else { return false }
    isMet = true
    return true
  }

  private mutating func lookInside(_ bytes: [UInt8], _ tokens: ArraySlice<String>) {
    for position in tokens.indices where CanonicalWalker.value(in: bytes, at: tokens[...position]) == nil {
      let around = CanonicalWalker.value(in: bytes, at: tokens[..<position]) ?? []
      stray = StrayToken(position: position, names: CanonicalWalker.memberNames(in: around, atMost: 256))
      return
    }
  }
}
