/// A limit that has a name, a default and a range.
package enum Limit: Int, CaseIterable, Sendable {
  case lineBytes
  case nesting
  case batchRequests
  case replyBytes
  case connections
  case connectionsPerUID
  case inFlight
  case queuedBytes
  case queueStallSeconds
  case subscriptions
  case idBytes
  case effectKeyBytes
  case clientBytes
  case whyBytes
  case effects
  case effectBytes
  case effectsBytes
  case recordBytes
  case idempotencyWindow
  case liveRingBytes
  case segmentBytes
  case segmentSeconds
  case groupBytes
  case groupRecords
  case minSeqWaitSeconds

  /// What the number counts.
  package enum Unit: String, Sendable {
    case bytes
    case seconds
    case count
  }

  /// The stable name, as in options and in `status`.
  package var name: String { terms.name }

  /// What holds where nothing is set.
  package var standard: Int { terms.standard }

  /// What may be set; one value only where other limits or the format decide it.
  package var range: ClosedRange<Int> { terms.range }

  /// What it bounds, in one line.
  package var summary: String { terms.summary }

  package var unit: Unit {
    if name.hasSuffix("-bytes") { return .bytes }
    return name.hasSuffix("-seconds") ? .seconds : .count
  }

  /// Whether 0 stands for "no limit".
  package var mayBeNone: Bool { self == .connectionsPerUID }

  /// The limit called `name`.
  package init?(name: String) {
    guard let limit = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = limit
  }
}
