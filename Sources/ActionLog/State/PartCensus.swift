/// Checks that a state shows all that it stores, once, under names that are not taken twice.
///
/// Stored properties come from reflection, shown parts from `visit`; both are counted by type, since a part may be
/// named differently from its property.
struct PartCensus: PartVisitor {
  private var shown: [ObjectIdentifier: Int] = [:]
  private var names: Set<String> = []
  private var addresses: Set<UInt> = []
  private(set) var repeated: String?
  /// The first name that was taken already.
  private var takenName: String?
  /// What is wrong with the first nested state that is not as it should be.
  private var inner: String?
  private let owner: String

  /// What is wrong with a state or one nested in it: a property that it hides or repeats; nil for one that shows all.
  static func fault<State: StateTree>(of state: inout State) -> String? {
    var census = PartCensus(owner: "\(State.self)")
    state.visit(&census)
    return census.fault(in: Mirror(reflecting: state))
  }

  /// Stops the program, naming the property, where the state hides or repeats one.
  static func check<State: StateTree>(_ state: inout State) {
    if let fault = fault(of: &state) { preconditionFailure(fault) }
  }

  init(owner: String) {
    self.owner = owner
  }

  /// What is wrong with a state of this shape; `nil` for one that shows everything.
  func fault(in mirror: Mirror) -> String? {
    if let takenName { return "\(owner).visit shows two parts named \(takenName); give each a name of its own" }
    if let repeated { return "\(owner).visit shows one part twice, the second time as \(repeated)" }
    if mirror.displayStyle != .struct { return "\(owner) is a StateTree, so it must be a struct" }
    var unseen = shown
    var hidden: [(label: String, type: String)] = []
    for (label, value) in mirror.children {
      let type = ObjectIdentifier(Swift.type(of: value))
      let name = label.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 } ?? "?"
      if let count = unseen[type], count > 0 {
        unseen[type] = count - 1
        if names.contains(name) { continue }
      }
      hidden.append((name, "\(Swift.type(of: value))"))
    }
    return hiddenFault(hidden, isCountRight: !unseen.values.contains { $0 > 0 } && mirror.children.count == total)
  }

  private var total: Int { shown.values.reduce(0, +) }

  private func hiddenFault(_ hidden: [(label: String, type: String)], isCountRight: Bool) -> String? {
    if isCountRight { return inner }
    guard let first = hidden.first else {
      return "\(owner).visit shows a part that is not a stored property of its own"
    }
    return "\(owner) stores \(first.label): \(first.type), which its visit does not show; "
      + "every stored property must be a table, a list, a @Tracked value or a nested StateTree, and be shown once"
  }

  private mutating func count<Part>(_ name: StaticString, _ part: inout Part) {
    let text = name.text
    if !names.insert(text).inserted { takenName = takenName ?? text }
    // Stored properties are passed in place, so one that comes again comes from the same address.
    let address = withUnsafeMutablePointer(to: &part) { UInt(bitPattern: $0) }
    if MemoryLayout<Part>.size > 0 && !addresses.insert(address).inserted { repeated = text }
    shown[ObjectIdentifier(Part.self), default: 0] += 1
  }

  mutating func visit<ID, Entity>(_ name: StaticString, _ part: inout EntityTable<ID, Entity>) {
    count(name, &part)
  }

  mutating func visit<Element>(_ name: StaticString, _ part: inout EntityList<Element>) {
    count(name, &part)
  }

  mutating func visit<Value>(_ name: StaticString, _ part: inout Tracked<Value>) {
    count(name, &part)
  }

  mutating func visit<Tree: StateTree>(_ name: StaticString, _ part: inout Tree) {
    count(name, &part)
    if inner == nil { inner = Self.fault(of: &part) }
  }
}
