/// What one record changed in the outbox.
public struct OutboxChange: Sendable, Equatable {
  /// Effects and timers that are no longer outstanding, in the order in which they settled.
  public var settled: [EffectID] = []
  /// Effects to start once the record is durable, in ascending order of their ids.
  public var startable: [JournaledEffect] = []
  /// Timers that the record set.
  public var timersSet: [OutboxTimer] = []
  /// Timers that ended without firing: cancelled, or replaced by a later one of their key.
  public var timersCancelled: [EffectID] = []

  /// No change.
  public init() {}

  /// True when the record left the outbox as it was and starts nothing.
  public var isEmpty: Bool { settled.isEmpty && startable.isEmpty && timersSet.isEmpty }
}

/// A record whose effects no outbox can hold: it was not written by this engine.
public enum OutboxFault: Error, Equatable, Sendable {
  /// An effect's id does not name its record and rise within it.
  case strangeID(EffectID, seq: UInt64)
  /// The payload of a timer or cancel does not have the form of one.
  case malformed(EffectID, type: String)
}

extension OutboxFault: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .strangeID(let id, let seq): "effect id \(id) does not fit record \(seq)"
    case .malformed(let id, let type): "effect \(id) is not a \(type)"
    }
  }
}
