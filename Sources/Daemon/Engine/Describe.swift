import ActionLog
import CanonicalJSON
import WireProtocol

/// Writes what `describe` answers; it depends on the domain and the program alone.
enum Describe<D: Domain> {
  static func write() -> [UInt8] {
    var json = JSONWriter(reservingCapacity: 16 << 10)
    json.beginObject()
    json.key("domain")
    json.string(D.name)
    json.key("version")
    json.integer(D.version)
    json.key("methods")
    array(Method.answered, &json, method)
    json.key("actions")
    array(D.actions.entries, &json, action)
    json.key("selectors")
    array(D.selectors, &json, selector)
    json.key("machines")
    array(D.machines, &json, machine)
    json.key("errors")
    array(WireErrorName.allCases, &json, error)
    json.endObject()
    return json.bytes
  }

  private static func array<Element>(
    _ elements: [Element], _ json: inout JSONWriter, _ write: (Element, inout JSONWriter) -> Void
  ) {
    json.beginArray()
    for element in elements {
      json.beginObject()
      write(element, &json)
      json.endObject()
    }
    json.endArray()
  }

  private static func text(_ key: StaticString, _ value: String, _ json: inout JSONWriter) {
    json.key(key)
    json.string(value)
  }

  private static func method(_ method: Method, _ json: inout JSONWriter) {
    text("method", method.rawValue, &json)
    text("summary", method.summary, &json)
  }

  private static func action(_ entry: ActionCatalogue<D.Action>.Entry, _ json: inout JSONWriter) {
    text("type", entry.type, &json)
    json.key("v")
    json.integer(entry.v)
    text("summary", entry.summary, &json)
    text("origin", entry.origin.rawValue, &json)
    json.key("example")
    json.raw(entry.payload)
  }

  private static func selector(_ selector: Selector<D.State>, _ json: inout JSONWriter) {
    text("name", selector.name, &json)
    text("summary", selector.summary, &json)
    json.key("arguments")
    array(selector.arguments, &json) { argument, json in
      text("name", argument.name, &json)
      text("type", argument.type, &json)
      json.key("required")
      json.bool(argument.required)
      if !argument.summary.isEmpty { text("summary", argument.summary, &json) }
    }
    json.key("reads")
    array(reads(of: selector), &json, read)
  }

  /// What a selector reads, with `{name}` where an argument goes; nothing where that cannot be told without arguments.
  private static func reads(of selector: Selector<D.State>) -> [Read] {
    var arguments = JSONObject()
    for argument in selector.arguments { arguments[argument.name] = placeholder(argument) }
    do throws(SelectorFailure) {
      return try selector.reads(.object(arguments))
    } catch {
      return []
    }
  }

  private static func placeholder(_ argument: SelectorArgument) -> JSONValue {
    switch argument.type {
    case "string": .string("{\(argument.name)}")
    case "integer", "number": 0
    case "boolean": false
    case "array": []
    default: .object(JSONObject())
    }
  }

  private static func read(_ read: Read, _ json: inout JSONWriter) {
    switch read {
    case .table(let path): text("table", path, &json)
    case .row(let path, let id):
      text("table", path, &json)
      text("row", id, &json)
    case .list(let path): text("list", path, &json)
    case .value(let path): text("value", path, &json)
    case .everything: text("value", "", &json)
    }
  }

  private static func machine(_ machine: MachineDescription, _ json: inout JSONWriter) {
    text("name", machine.name, &json)
    text("summary", machine.summary, &json)
    text("pointer", machine.pointer, &json)
    json.key("states")
    json.beginArray()
    for state in machine.states { json.string(state) }
    json.endArray()
    json.key("transitions")
    array(machine.transitions, &json) { transition, json in
      text("from", transition.from, &json)
      text("event", transition.event, &json)
      text("to", transition.to, &json)
      if !transition.note.isEmpty { text("note", transition.note, &json) }
    }
  }

  private static func error(_ name: WireErrorName, _ json: inout JSONWriter) {
    text("name", name.rawValue, &json)
    json.key("code")
    json.integer(name.code)
    text("summary", name.summary, &json)
  }
}
