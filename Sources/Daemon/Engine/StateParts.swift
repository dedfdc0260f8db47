import ActionLog
import CanonicalJSON

/// The parts of a state by path: how long reading one takes, and which a pointer leads to.
struct StateParts {
  /// What a part is.
  enum Kind {
    /// A table, with the spelling that its rows' ids have in changes.
    case table(id: @Sendable (String) -> String)
    case list
    case value
  }

  private var kinds: [[String]: Kind] = [:]

  /// Reads the shape of a state; every state of a domain has the same.
  init<State: StateTree>(of state: State) {
    var state = state
    var collector = Collector(path: [])
    state.visit(&collector)
    kinds = collector.kinds
  }

  /// Whether what a pointer leads to may be more than one row, list element or plain value.
  func isLong(_ pointer: JSONPointer) -> Bool {
    for length in 0...pointer.tokens.count {
      guard let kind = kinds[Array(pointer.tokens.prefix(length))] else { continue }
      switch kind {
      case .table, .list: return length == pointer.tokens.count
      case .value: return false
      }
    }
    // A nested state, the whole one, or nothing at all, which is found out at once.
    return kinds.keys.contains { $0.starts(with: pointer.tokens) }
  }

  /// What has to change for the value at a pointer to change; nil where no state of this domain has anything there.
  func read(by pointer: JSONPointer) -> Read? {
    let tokens = pointer.tokens
    if tokens.isEmpty { return .everything }
    for length in 1...tokens.count {
      guard let kind = kinds[Array(tokens.prefix(length))] else { continue }
      let path = tokens.prefix(length).joined(separator: ".")
      switch kind {
      case .table(let id): return length < tokens.count ? .row(path, id(tokens[length])) : .table(path)
      case .list: return length < tokens.count && JSONPointer.place(tokens[length]) == nil ? nil : .list(path)
      case .value: return .value(path)
      }
    }
    return kinds.keys.contains { $0.starts(with: tokens) } ? .value(tokens.joined(separator: ".")) : nil
  }

  /// Whether a declared read may be of more than one row or plain value.
  func isLong(_ read: Read) -> Bool {
    switch read {
    case .row: false
    case .value(let path): kinds[path.split(separator: ".").map(String.init)] == nil
    case .table, .list, .everything: true
    }
  }

  private struct Collector: PartVisitor {
    var path: [String]
    var kinds: [[String]: Kind] = [:]

    mutating func visit<ID, Entity>(_ name: StaticString, _: inout EntityTable<ID, Entity>) {
      kinds[path + ["\(name)"]] = .table { ID($0).text }
    }

    mutating func visit<Element>(_ name: StaticString, _: inout EntityList<Element>) {
      kinds[path + ["\(name)"]] = .list
    }

    mutating func visit<Value>(_ name: StaticString, _: inout Tracked<Value>) {
      kinds[path + ["\(name)"]] = .value
    }

    mutating func visit<Tree: StateTree>(_ name: StaticString, _ tree: inout Tree) {
      path.append("\(name)")
      tree.visit(&self)
      path.removeLast()
    }
  }
}
