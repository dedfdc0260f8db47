import ActionLog
import CanonicalJSON

/// Words of a domain for the examples in help, so that what is shown can be typed.
struct DomainWords: Sendable, Equatable {
  /// A type that clients dispatch, and its payload as one line.
  var type = "thing.happened"
  var payload = "{}"
  /// A type that clients dispatch and that carries nothing, where there is one.
  var bareType: String?
  /// A part of the state.
  var pointer = "/thing"
  /// A selector that takes no arguments, where there is one.
  var selector: String?
  /// A selector with the arguments it must have, where there is one.
  var selectorWithArguments: (name: String, arguments: String)?

  static func == (one: DomainWords, other: DomainWords) -> Bool {
    one.type == other.type && one.payload == other.payload && one.bareType == other.bareType
      && one.pointer == other.pointer && one.selector == other.selector
      && one.selectorWithArguments?.name == other.selectorWithArguments?.name
      && one.selectorWithArguments?.arguments == other.selectorWithArguments?.arguments
  }

  /// A glob over the types of the part that `type` belongs to; the type alone where it belongs to none.
  var glob: String { type.firstIndex(of: ".").map { type[..<$0] + ".*" } ?? type }

  init() {}

  /// The words of a domain: the first of each kind in its own order.
  init<D: Domain>(of domain: D.Type) {
    let clients = D.actions.entries.filter { $0.origin == .client }
    let empty = Array("{}".utf8)
    if let entry = clients.first(where: { $0.payload != empty }) ?? clients.first {
      type = entry.type
      payload = String(decoding: entry.payload, as: UTF8.self)
    }
    bareType = clients.first { $0.payload == empty }?.type
    if let state = try? RawJSON(parsing: D.initialState.json()), let part = state.members.first {
      pointer = "/" + part.key
    }
    selector = D.selectors.first { $0.arguments.isEmpty }?.name
    let asking = D.selectors.first { $0.arguments.contains(where: \.required) }
    selectorWithArguments = asking.map { selector in
      let members = selector.arguments.filter(\.required).map { "\"\($0.name)\":\(Self.sample(of: $0.type))" }
      return (selector.name, "{\(members.joined(separator: ","))}")
    }
  }

  private static func sample(of type: String) -> String {
    switch type {
    case "integer", "number": "1"
    case "boolean": "true"
    case "array": "[]"
    case "object": "{}"
    default: "\"…\""
    }
  }
}
