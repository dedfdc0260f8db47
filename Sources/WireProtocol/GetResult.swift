import CanonicalJSON

/// The result of `get`: a value, and what it is true at.
package struct GetResult {
  private let seq: UInt64
  private let state: String
  private let value: [UInt8]

  /// - Parameters:
  ///   - state: the digest of the whole state, as records spell it.
  ///   - value: canonical JSON.
  package init(seq: UInt64, state: String, value: [UInt8]) {
    self.seq = seq
    self.state = state
    self.value = value
  }

  /// The result as one object.
  package var json: [UInt8] {
    var json = JSONWriter(reservingCapacity: value.count + 80)
    json.beginObject()
    json.key("seq")
    json.integer(seq)
    json.key("state")
    json.string(state)
    json.key("value")
    json.raw(value)
    json.endObject()
    return json.bytes
  }
}
