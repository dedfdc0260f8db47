import CanonicalJSON

/// Writes responses straight into a buffer, without a line feed.
package enum Response {
  /// Bytes around a result, the id not counted.
  package static let frameBytes = 33

  /// Appends the response with `result`, which is JSON.
  package static func append(result: UnsafeBufferPointer<UInt8>, id: RequestID, to buffer: inout [UInt8]) {
    appendHead(id: id, to: &buffer)
    append(",\"result\":", to: &buffer)
    buffer.append(contentsOf: result)
    buffer.append(0x7D)
  }

  /// Appends the response with `error`.
  package static func append(error: WireError, id: RequestID, to buffer: inout [UInt8]) {
    appendHead(id: id, to: &buffer)
    append(",\"error\":", to: &buffer)
    var writer = JSONWriter()
    error.write(to: &writer)
    buffer.append(contentsOf: writer.bytes)
    buffer.append(0x7D)
  }

  /// Appends the notification `method` of a subscription: its number, then the members that `rest` writes, each with
  /// a comma before it.
  package static func append(
    notification method: StaticString, subscription: UInt64, to buffer: inout [UInt8],
    _ rest: (inout [UInt8]) -> Void
  ) {
    append("{\"jsonrpc\":\"2.0\",\"method\":\"", to: &buffer)
    append(method, to: &buffer)
    append("\",\"params\":{\"subscription\":", to: &buffer)
    var number = String(subscription)
    number.withUTF8 { buffer.append(contentsOf: $0) }
    rest(&buffer)
    append("}}", to: &buffer)
  }

  private static func appendHead(id: RequestID, to buffer: inout [UInt8]) {
    append("{\"jsonrpc\":\"2.0\",\"id\":", to: &buffer)
    var json = id.json
    json.withUTF8 { buffer.append(contentsOf: $0) }
  }

  private static func append(_ text: StaticString, to buffer: inout [UInt8]) {
    buffer.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
