import CanonicalJSON

extension StateTree {
  /// Writes the whole state as one canonical JSON object.
  ///
  /// - Complexity: O(state).
  public func writeJSON(to writer: inout JSONWriter) {
    // The visitor only reads, so the copy stays a snapshot: nothing is copied but references.
    var snapshot = self
    var names = PartNames()
    snapshot.visit(&names)
    var part = PartWriter()
    // Moved in and out, so that its bytes are never copied.
    swap(&part.writer, &writer)
    part.writer.beginObject()
    for name in names.inCanonicalOrder {
      part.name = name
      snapshot.visit(&part)
    }
    part.writer.endObject()
    swap(&part.writer, &writer)
  }

  /// The whole state as canonical JSON.
  ///
  /// - Complexity: O(state).
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writeJSON(to: &writer)
    return writer.bytes
  }

  /// The digest computed from scratch, from the JSON of the whole state alone.
  ///
  /// - Complexity: O(state); a check for tests and tools, never done per action.
  public func recomputedDigest() -> StateDigest {
    StateDigest(value: json().withUnsafeBufferPointer { CanonicalWalker.digest($0, seed: 0) })
  }
}

/// Collects the names of the parts at the top of a tree.
struct PartNames: PartVisitor {
  private(set) var names: [StaticString] = []

  var inCanonicalOrder: [StaticString] {
    names.sorted { CanonicalKeyOrder.precedes($0.text, $1.text) }
  }

  mutating func visit<ID, Entity>(_ name: StaticString, _: inout EntityTable<ID, Entity>) { names.append(name) }
  mutating func visit<Element>(_ name: StaticString, _: inout EntityList<Element>) { names.append(name) }
  mutating func visit<Value>(_ name: StaticString, _: inout Tracked<Value>) { names.append(name) }
  mutating func visit<Tree: StateTree>(_ name: StaticString, _: inout Tree) { names.append(name) }
}

/// Writes the one part with a given name.
struct PartWriter: PartVisitor {
  var name: StaticString = ""
  var writer = JSONWriter(reservingCapacity: 0)

  mutating func visit<ID, Entity>(_ name: StaticString, _ table: inout EntityTable<ID, Entity>) {
    guard begin(name) else { return }
    table.writeJSON(to: &writer)
  }

  mutating func visit<Element>(_ name: StaticString, _ list: inout EntityList<Element>) {
    guard begin(name) else { return }
    list.writeJSON(to: &writer)
  }

  mutating func visit<Value>(_ name: StaticString, _ value: inout Tracked<Value>) {
    guard begin(name) else { return }
    value.coding.write(value.value, &writer)
  }

  mutating func visit<Tree: StateTree>(_ name: StaticString, _ tree: inout Tree) {
    guard begin(name) else { return }
    tree.writeJSON(to: &writer)
  }

  private mutating func begin(_ candidate: StaticString) -> Bool {
    guard candidate.isSame(as: name) else { return false }
    writer.key(name)
    return true
  }
}
