import CanonicalJSON

/// Reads one line as JSON-RPC 2.0, in one pass of the strict reader.
///
/// The whole line is validated before anything of it is handed over. Where `params` stands before `method` the
/// parameters are read a second time, once the method is known.
package struct LineParser<Table: MethodTable & Sendable>: Sendable {
  package let table: Table
  package let limits: Limits
  private let json: JSONLimits
  private let idBytes: Int

  package init(table: Table, limits: Limits) {
    self.table = table
    self.limits = limits
    json = limits.json
    idBytes = limits[.idBytes]
  }

  /// What stands in `line`, which has no line feed.
  package func parse(_ line: UnsafeBufferPointer<UInt8>) -> ParsedLine<Table.Call> {
    do throws(JSONError) {
      var reader = JSONReader(line, limits: json)
      let parsed: ParsedLine<Table.Call>
      switch try reader.peek() {
      case .object: parsed = .single(try member(&reader, of: line))
      case .array: parsed = try batch(&reader, of: line)
      case .string, .number, .bool, .null:
        _ = try reader.skipValue()
        parsed = .refused(.invalidRequest("a request is an object, or an array of objects"))
      }
      try reader.end()
      return parsed
    } catch {
      return .refused(WireError(error))
    }
  }

  private func batch(
    _ reader: inout JSONReader, of line: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> ParsedLine<Table.Call> {
    let limit = limits[.batchRequests]
    var members: [ParsedMember<Table.Call>] = []
    var count = 0
    try reader.beginArray()
    while try reader.nextElement() {
      count += 1
      if count > limit {
        members = []
        _ = try reader.skipValue()
      } else if try reader.peek() == .object {
        members.append(try member(&reader, of: line))
      } else {
        _ = try reader.skipValue()
        members.append(refusal(.invalidRequest("a member of a batch is an object")))
      }
    }
    if count == 0 { return .refused(.invalidRequest("a batch has at least one request")) }
    if count > limit { return .refused(.invalidRequest("a batch has at most \(limit) requests, not \(count)")) }
    return .batch(members)
  }

  private func member(
    _ reader: inout JSONReader, of line: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> ParsedMember<Table.Call> {
    var envelope = Envelope<Table.Call>()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "method" {
        try readMethod(&reader, &envelope)
      } else if key == "params" {
        try readParams(&reader, of: line, &envelope)
      } else if key == "id" {
        try readID(&reader, of: line, &envelope)
      } else if key == "jsonrpc" {
        try readVersion(&reader, &envelope)
      } else {
        // Only the first is told of: to look for the nearest name costs much more than to read a key.
        if envelope.refusal == nil {
          let name = key.string
          envelope.refuse("\(WireError.quoted(name)) is not a member of a request", nearest: Self.nearestMember(name))
        }
        _ = try reader.skipValue()
      }
    }
    return try settle(envelope, of: line)
  }

  private func readMethod(_ reader: inout JSONReader, _ envelope: inout Envelope<Table.Call>) throws(JSONError) {
    guard try reader.peek() == .string else {
      _ = try reader.skipValue()
      return envelope.refuse("`method` is a string")
    }
    envelope.method = try reader.readString()
  }

  private func readParams(
    _ reader: inout JSONReader, of line: UnsafeBufferPointer<UInt8>, _ envelope: inout Envelope<Table.Call>
  ) throws(JSONError) {
    let kind = try reader.peek()
    guard kind == .object || kind == .array else {
      _ = try reader.skipValue()
      return envelope.refuse("`params` is an object")
    }
    envelope.form = kind == .object ? .byName : .byPosition
    if let method = envelope.method {
      envelope.call = try table.read(method, envelope.form, from: &reader, in: line)
    } else {
      envelope.deferred = try reader.skipValue()
    }
  }

  private func readID(
    _ reader: inout JSONReader, of line: UnsafeBufferPointer<UInt8>, _ envelope: inout Envelope<Table.Call>
  ) throws(JSONError) {
    let kind = try reader.peek()
    let range = try reader.skipValue()
    guard kind == .string || kind == .number || kind == .null else {
      return envelope.refuse("`id` is a string, a number or null")
    }
    guard range.count <= idBytes else {
      return envelope.refuse("`id` takes at most \(idBytes) bytes, not \(range.count)")
    }
    envelope.id = RequestID(validated: UnsafeBufferPointer(rebasing: line[range]))
  }

  private func readVersion(_ reader: inout JSONReader, _ envelope: inout Envelope<Table.Call>) throws(JSONError) {
    guard try reader.peek() == .string else {
      _ = try reader.skipValue()
      return envelope.refuse("`jsonrpc` is \"2.0\"")
    }
    envelope.isVersion2 = try reader.readString() == "2.0"
  }

  private func settle(
    _ envelope: Envelope<Table.Call>, of line: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> ParsedMember<Table.Call> {
    if let refusal = envelope.refusal { return self.refusal(refusal, id: envelope.id) }
    guard envelope.isVersion2 else {
      return refusal(.invalidRequest("`jsonrpc` must be there and be \"2.0\""), id: envelope.id)
    }
    guard let method = envelope.method else {
      return refusal(.invalidRequest("`method` is missing"), id: envelope.id)
    }
    if let call = envelope.call { return ParsedMember(id: envelope.id, call: call) }
    let params = UnsafeBufferPointer(rebasing: line[envelope.deferred ?? 0..<0])
    var reader = JSONReader(params, limits: json)
    return ParsedMember(id: envelope.id, call: try table.read(method, envelope.form, from: &reader, in: params))
  }

  /// An invalid request is answered even when it has no id: it is no notification either.
  private func refusal(_ error: WireError, id: RequestID? = nil) -> ParsedMember<Table.Call> {
    ParsedMember(id: id ?? .null, call: .failure(error))
  }

  private static func nearestMember(_ name: String) -> String? {
    NearestName.nearest(to: name, in: ["jsonrpc", "method", "params", "id"])
  }
}

/// The members of a request object as far as they were read.
private struct Envelope<Call> {
  var id: RequestID?
  var method: String?
  var isVersion2 = false
  var form = ParamsForm.absent
  var call: Result<Call, WireError>?
  var deferred: Range<Int>?
  var refusal: WireError?

  mutating func refuse(_ what: String, nearest: String? = nil) {
    if refusal == nil { refusal = .invalidRequest(what, nearest: nearest) }
  }
}
