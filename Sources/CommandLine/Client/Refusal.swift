import CanonicalJSON

/// Why a line of a stream was not dispatched.
struct Refusal: Error {
  let status: ExitStatus
  let name: String
  let message: String
  /// The daemon's error object; `nil` where the line never left us.
  private let object: RawJSON?

  init(_ error: ReplyError) {
    status = error.status
    name = error.name
    message = error.failure.message
    object = error.json
  }

  init(_ failure: Failure) {
    status = failure.status
    name = failure.name
    message = failure.message
    object = nil
  }

  /// Message and stable name.
  var text: String { "\(Printable.text(message)) (\(name))" }

  /// One object for programs: the line's number and the error.
  func json(line: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("line")
    writer.integer(line)
    writer.key("error")
    if let object {
      writer.raw(object.bytes)
    } else {
      writer.beginObject()
      writer.key("message")
      writer.string(message)
      writer.key("data")
      writer.beginObject()
      writer.key("name")
      writer.string(name)
      writer.endObject()
      writer.endObject()
    }
    writer.endObject()
    return writer.bytes
  }
}
