import CanonicalJSON

/// The error that `body` throws over `text`, if it throws one.
func refusal(
  of text: String, limits: JSONLimits = JSONLimits(), _ body: (inout JSONReader) throws(JSONError) -> Void
) -> JSONError? {
  refusal(of: [UInt8](text.utf8), limits: limits, body)
}

func refusal(
  of bytes: [UInt8], limits: JSONLimits = JSONLimits(), _ body: (inout JSONReader) throws(JSONError) -> Void
) -> JSONError? {
  bytes.withJSONReader(limits: limits) { reader -> JSONError? in
    do throws(JSONError) {
      try body(&reader)
      return nil
    } catch {
      return error
    }
  }
}

/// The error that reading all of `text` as one value throws.
func refusal(of text: String, limits: JSONLimits = JSONLimits()) -> JSONError? {
  refusal(of: [UInt8](text.utf8), limits: limits)
}

func refusal(of bytes: [UInt8], limits: JSONLimits = JSONLimits()) -> JSONError? {
  let skipped = refusal(of: bytes, limits: limits) { reader throws(JSONError) in
    _ = try reader.skipValue()
    try reader.end()
  }
  return skipped
}

/// What `body` reads from `text`.
func read<R>(_ text: String, _ body: (inout JSONReader) throws(JSONError) -> R) throws -> R {
  try [UInt8](text.utf8).withJSONReader(limits: .unlimited) { reader throws(JSONError) in
    let value = try body(&reader)
    try reader.end()
    return value
  }
}

func parsed(_ text: String) throws -> JSONValue {
  try JSONValue.parse([UInt8](text.utf8), limits: .unlimited)
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
