import ActionLog
import CanonicalJSON

/// What the options of `dispatch` say about every action it sends.
struct DispatchSettings {
  let id: String?
  let expectedSeq: UInt64?
  let version: Int?
  let client: String?
  let trace: String?
  /// The current versions of the payloads that have come beyond version 1, by type.
  private let current: [String: Int]

  init<D: Domain>(_ invocation: Invocation, _ domain: D.Type) throws(Failure) {
    id = invocation.options.value("--id")
    expectedSeq = try invocation.number("--expected-seq")
    version = try invocation.number("--v")
    client = invocation.options.value("--client")
    trace = invocation.options.value("--trace")
    let changed = D.actions.entries.filter { $0.v > 1 }.map { ($0.type, $0.v) }
    current = Dictionary(changed, uniquingKeysWith: max)
  }

  /// Writes the parameters of a `dispatch` of one action of a type.
  ///
  /// - Parameter line: the number of its line in a stream.
  func write(type: String, action: [UInt8], line: Int?, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string(type)
    writer.key("action")
    writer.raw(action)
    writeRest(of: type, besides: [], line: line, to: &writer)
    writer.endObject()
  }

  /// Writes the parameters of an action that a line spells out itself; what the line says wins over the options.
  func write(whole action: RawJSON, line: Int, to writer: inout JSONWriter) {
    let members = action.members
    writer.beginObject()
    for (key, value) in members {
      writer.key(key)
      writer.raw(value.bytes)
    }
    if !members.contains(where: { $0.key == "action" }) {
      writer.key("action")
      writer.beginObject()
      writer.endObject()
    }
    let type = members.first { $0.key == "type" }?.value.string
    writeRest(of: type, besides: Set(members.map(\.key)), line: line, to: &writer)
    writer.endObject()
  }

  private func writeRest(of type: String?, besides present: Set<String>, line: Int?, to writer: inout JSONWriter) {
    if let version = version ?? type.flatMap({ current[$0] }), !present.contains("v") {
      writer.key("v")
      writer.integer(version)
    }
    if let id, !present.contains("id") {
      writer.key("id")
      writer.string(line.map { "\(id):\($0)" } ?? id)
    }
    if let expectedSeq, !present.contains("expectedSeq") {
      writer.key("expectedSeq")
      writer.integer(expectedSeq)
    }
    if let client, !present.contains("client") {
      writer.key("client")
      writer.string(client)
    }
    if let trace, !present.contains("trace") {
      writer.key("trace")
      writer.string(trace)
    }
  }
}
