import CanonicalJSON

/// A timer that is outstanding: its action is dispatched when it is due.
public struct OutboxTimer: Sendable, Equatable {
  /// The name of the timer.
  public let id: EffectID
  /// The key that a cancel or a later timer names.
  public let key: String
  /// When it is due: the record's `at` plus the delay.
  public let due: Timestamp
  /// The delay that was asked for.
  public let milliseconds: Int64
  /// The type of the action to dispatch.
  public let type: String
  /// The version of the action's payload.
  public let v: Int
  /// The action's payload, a JSON object.
  public let action: [UInt8]
}

extension OutboxTimer {
  /// Reads the payload of a `log.after` effect; nil when it does not have that form.
  init?(_ effect: JournaledEffect, at: Timestamp) {
    let parsed = effect.payload.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes)
      return try? TimerPayload(from: &reader)
    }
    guard let parsed, (0...EffectLimits.delayMillisecondsMax).contains(parsed.milliseconds) else { return nil }
    let (due, overflow) = at.microseconds.addingReportingOverflow(parsed.milliseconds * 1000)
    guard !overflow else { return nil }
    id = effect.id
    key = effect.key
    self.due = Timestamp(microseconds: due)
    milliseconds = parsed.milliseconds
    type = parsed.type
    v = parsed.v
    action = Array(effect.payload[parsed.action])
  }
}

/// The payload of `log.after` as read: the action as a range of the payload's bytes.
struct TimerPayload {
  var milliseconds: Int64
  var type: String
  var v: Int
  var action: Range<Int>

  init?(from reader: inout JSONReader) throws(JSONError) {
    var milliseconds: Int64?
    var type: String?
    var action: Range<Int>?
    v = 1
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key == "milliseconds" {
        milliseconds = try reader.readInt64()
      } else if key == "type" {
        type = try reader.readString()
      } else if key == "v" {
        v = try reader.readInt()
      } else if key == "action" {
        action = try reader.skipValue()
      } else {
        _ = try reader.skipValue()
      }
    }
    try reader.end()
    guard let milliseconds, let type, let action else { return nil }
    self.milliseconds = milliseconds
    self.type = type
    self.action = action
  }

  /// Writes the payload; keys in canonical order.
  static func write(milliseconds: Int64, action: EncodedAction) -> [UInt8] {
    var writer = JSONWriter(reservingCapacity: action.payload.count + 96)
    writer.beginObject()
    writer.key("action")
    writer.raw(action.payload)
    writer.key("milliseconds")
    writer.integer(milliseconds)
    writer.key("type")
    writer.string(action.type)
    writer.key("v")
    writer.integer(action.v)
    writer.endObject()
    return writer.bytes
  }
}
