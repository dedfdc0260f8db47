import ActionLog
import CanonicalJSON
import Replay

/// The result of a dispatch, as it is answered and remembered.
struct DispatchResult {
  var seq: UInt64
  var at: Timestamp
  var outcome: OutcomeKind
  /// Why the action was ignored or illegal.
  var why: Reason?
  /// The digest of the state after it.
  var state: UInt64
  /// Whether this answers a retry.
  var isDuplicate = false
}

extension DispatchResult {
  /// The first result, for a retry.
  init(repeating row: IdempotencyWindow.Row) {
    self.init(seq: row.seq, at: row.at, outcome: row.outcome, why: row.why, state: row.state, isDuplicate: true)
  }

  /// The row under which a retry finds it.
  func row(_ key: IdempotencyKey) -> IdempotencyWindow.Row {
    IdempotencyWindow.Row(
      key: key.key, content: key.content, seq: seq, at: at, outcome: outcome, state: state, why: why)
  }

  /// The result as it is answered: the same for the first and each later answer, but for `duplicate`.
  var json: [UInt8] {
    var json = JSONWriter(reservingCapacity: 192)
    json.beginObject()
    json.key("seq")
    json.integer(seq)
    json.key("at")
    json.string(at)
    json.key("outcome")
    json.string(outcome.rawValue)
    if let why {
      json.key("why")
      json.beginObject()
      json.key("code")
      json.string(why.code)
      json.key("text")
      json.string(why.text)
      json.endObject()
    }
    json.key("state")
    json.string(hex16: state)
    if isDuplicate {
      json.key("duplicate")
      json.bool(true)
    }
    json.endObject()
    return json.bytes
  }
}

/// What a dispatch is remembered by: the digests of whose key it is, and of its content.
struct IdempotencyKey {
  var key: WindowDigest
  var content: WindowDigest
}
