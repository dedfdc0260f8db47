import CanonicalJSON

extension RecordLine {
  /// Takes the members in whatever order they come.
  mutating func takeAnyForm() throws(RecordFormatError) {
    var seen = Required()
    var failure: RecordFormatError?
    do throws(JSONError) {
      var reader = JSONReader(bytes, limits: .unlimited)
      try reader.beginObject()
      while let key = try reader.nextKey() {
        _ = try reader.peek()
        let value = Place(try reader.skipValue())
        do throws(RecordFormatError) {
          try take(key, value, &seen)
        } catch {
          // Bytes that are no JSON at all come first.
          if failure == nil { failure = error }
        }
      }
      try reader.end()
    } catch {
      throw .json(error)
    }
    if let failure { throw failure }
    if let missing = seen.firstMissing { throw .missing(missing) }
  }

  private mutating func take(_ key: JSONKey, _ value: Place, _ seen: inout Required) throws(RecordFormatError) {
    switch key {
    case "seq": (seq, seen.seq) = (try number(key, value), true)
    case "batch": (batch, seen.batch) = (try number(key, value), true)
    case "at": (at, seen.at) = (try time(key, value), true)
    case "type": (places.type, seen.type) = (try value.starting("\"", "a string", key, bytes), true)
    case "v": v = try version(key, value)
    case "action": (places.action, seen.action) = (try value.starting("{", "an object", key, bytes), true)
    case "by": (places.by, seen.by) = (try value.starting("{", "an object", key, bytes), true)
    case "id": places.id = try value.starting("\"", "a string", key, bytes)
    case "trace": places.trace = try value.starting("\"", "a string", key, bytes)
    case "cause": cause = try number(key, value)
    case "effect": places.effect = try value.starting("\"", "a string", key, bytes)
    case "outcome": outcome = try outcome(key, value)
    case "why": places.why = try value.starting("{", "an object", key, bytes)
    case "effects": places.effects = try value.starting("[", "an array", key, bytes)
    case "state": (state, seen.state) = (try digest(key, value), true)
    default: break
    }
  }

  private func number(_ key: JSONKey, _ value: Place) throws(RecordFormatError) -> UInt64 {
    let number = reading(value) { reader throws(JSONError) in try reader.readUInt64() }
    guard let number else { throw key.wrong("an integer from 0 to 2^64-1", value) }
    return number
  }

  private func version(_ key: JSONKey, _ value: Place) throws(RecordFormatError) -> Int {
    let version = reading(value) { reader throws(JSONError) in try reader.readInt() }
    guard let version, version > 0 else { throw key.wrong("an integer above 0", value) }
    return version
  }

  private func time(_ key: JSONKey, _ value: Place) throws(RecordFormatError) -> Timestamp {
    guard let text = text(value), let time = Timestamp(recordTime: Array(text.utf8)) else {
      throw key.wrong("a time in UTC with six decimals", value)
    }
    return time
  }

  private func outcome(_ key: JSONKey, _ value: Place) throws(RecordFormatError) -> RecordOutcome {
    guard let text = text(value), let outcome = RecordOutcome(rawValue: text) else {
      throw key.wrong("applied, ignored or illegal", value)
    }
    return outcome
  }

  private func digest(_ key: JSONKey, _ value: Place) throws(RecordFormatError) -> UInt64 {
    guard let text = text(value), let digest = Hex.uint64(text) else { throw key.wrong("16 hex digits", value) }
    return digest
  }

  private func text(_ value: Place) -> String? {
    reading(value) { reader throws(JSONError) in try reader.readString() }
  }

  private func reading<Value>(
    _ value: Place, _ read: (inout JSONReader) throws(JSONError) -> Value
  ) -> Value? {
    var reader = JSONReader(UnsafeBufferPointer(rebasing: bytes[value.range]), limits: .unlimited)
    do throws(JSONError) {
      return try read(&reader)
    } catch {
      return nil
    }
  }
}

/// Which of the members that every record has were seen.
private struct Required {
  var seq = false
  var batch = false
  var at = false
  var type = false
  var action = false
  var by = false
  var state = false

  var firstMissing: String? {
    let all = [
      ("seq", seq), ("batch", batch), ("at", at), ("type", type), ("action", action), ("by", by), ("state", state),
    ]
    return all.first { !$0.1 }?.0
  }
}

extension Place {
  /// This place, if the value there begins so.
  fileprivate func starting(
    _ first: Unicode.Scalar, _ expected: String, _ key: JSONKey, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(RecordFormatError) -> Place {
    guard bytes[Int(start)] == UInt8(ascii: first) else { throw key.wrong(expected, self) }
    return self
  }
}

extension JSONKey {
  fileprivate func wrong(_ expected: String, _ value: Place) -> RecordFormatError {
    .wrong(string, expected: expected, offset: Int(value.start))
  }
}
