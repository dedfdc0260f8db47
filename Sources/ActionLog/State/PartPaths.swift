/// Collects the paths of all parts of a state, those of nested states too, as a `Read` names them.
struct PartPaths: PartVisitor {
  private var paths: [String] = []
  private var prefix = ""

  /// The paths in the order in which the state shows its parts.
  static func list<State: StateTree>(of state: State) -> [String] {
    var state = state
    var visitor = PartPaths()
    state.visit(&visitor)
    return visitor.paths
  }

  mutating func visit<ID, Entity>(_ name: StaticString, _: inout EntityTable<ID, Entity>) { note(name) }
  mutating func visit<Element>(_ name: StaticString, _: inout EntityList<Element>) { note(name) }
  mutating func visit<Value>(_ name: StaticString, _: inout Tracked<Value>) { note(name) }

  mutating func visit<Tree: StateTree>(_ name: StaticString, _ tree: inout Tree) {
    note(name)
    let outer = prefix
    prefix += name.text + "."
    tree.visit(&self)
    prefix = outer
  }

  private mutating func note(_ name: StaticString) { paths.append(prefix + name.text) }
}
