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

  private static func appendHead(id: RequestID, to buffer: inout [UInt8]) {
    append("{\"jsonrpc\":\"2.0\",\"id\":", to: &buffer)
    var json = id.json
    json.withUTF8 { buffer.append(contentsOf: $0) }
  }

  private static func append(_ text: StaticString, to buffer: inout [UInt8]) {
    buffer.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
