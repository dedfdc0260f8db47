extension Limit {
  struct Terms {
    let name: String
    let standard: Int
    let range: ClosedRange<Int>
    let summary: String

    init(_ name: String, _ standard: Int, _ range: ClosedRange<Int>, _ summary: String) {
      self.name = name
      self.standard = standard
      self.range = range
      self.summary = summary
    }
  }

  private static let kibi = 1 << 10
  private static let mebi = 1 << 20
  private static let day = 86_400

  /// The table itself.
  ///
  /// A request line and the effects of one action must fit into one record line with room to spare, and the longest
  /// record line is part of the journal's format: so those three can be lowered but not raised.
  var terms: Terms {
    switch self {
    case .lineBytes, .nesting, .batchRequests, .replyBytes, .idBytes, .clientBytes, .whyBytes: requestTerms
    case .connections, .connectionsPerUID, .inFlight, .queuedBytes, .queueStallSeconds, .subscriptions,
      .minSeqWaitSeconds:
      connectionTerms
    case .effectKeyBytes, .effects, .effectBytes, .effectsBytes: effectTerms
    case .recordBytes, .idempotencyWindow, .liveRingBytes, .segmentBytes, .segmentSeconds, .groupBytes, .groupRecords:
      journalTerms
    }
  }

  private var requestTerms: Terms {
    switch self {
    case .nesting: Terms("nesting", 128, 8...128, "depth of the JSON in a request line")
    case .batchRequests: Terms("batch-requests", 1_000, 1...100_000, "requests in a JSON-RPC batch")
    case .replyBytes: Terms("reply-bytes", 64 * Self.mebi, 4_096...1_024 * Self.mebi, "one reply or value")
    case .idBytes: Terms("id-bytes", 256, 16...256, "an idempotency key, and the id of a request")
    case .clientBytes: Terms("client-bytes", 64, 1...64, "the label a client claims")
    case .whyBytes: Terms("why-bytes", 1_024, 1_024...1_024, "the text of a reason; it is cut; fixed by the format")
    default: Terms("line-bytes", 4 * Self.mebi, 1_024...4 * Self.mebi, "a request line, and the payload of any action")
    }
  }

  private var connectionTerms: Terms {
    switch self {
    case .connectionsPerUID: Terms("connections-per-uid", 0, 0...1_000_000, "connections of one uid; 0 for none")
    case .inFlight: Terms("in-flight", 1_024, 1...1_000_000, "requests of one connection not answered yet")
    case .queuedBytes: Terms("queued-bytes", 8 * Self.mebi, 4_096...1_024 * Self.mebi, "replies not yet taken")
    case .queueStallSeconds: Terms("queue-stall-seconds", 60, 1...Self.day, "a queue that does not move is closed")
    case .subscriptions: Terms("subscriptions", 1_000, 0...1_000_000, "subscriptions of one connection")
    case .minSeqWaitSeconds: Terms("min-seq-wait-seconds", 10, 0...3_600, "how long a read waits for its minSeq")
    default: Terms("connections", 10_000, 1...1_000_000, "connections at one time")
    }
  }

  private var effectTerms: Terms {
    switch self {
    case .effectKeyBytes: Terms("effect-key-bytes", 256, 16...256, "the key of an effect")
    case .effectBytes: Terms("effect-bytes", 64 * Self.kibi, 256...64 * Self.kibi, "the payload of one effect")
    case .effectsBytes:
      Terms("effects-bytes", 4 * Self.mebi, 256...4 * Self.mebi, "the payloads of one action's effects")
    default: Terms("effects", 256, 1...256, "effects of one action")
    }
  }

  private var journalTerms: Terms {
    switch self {
    case .idempotencyWindow:
      Terms("idempotency-window", 250_000, 0...10_000_000, "the last records with an id that a retry is known by")
    case .liveRingBytes: Terms("live-ring-bytes", 8 * Self.mebi, Self.mebi...1_024 * Self.mebi, "records for followers")
    case .segmentBytes:
      Terms("segment-bytes", 256 * Self.mebi, Self.mebi...65_536 * Self.mebi, "a segment rolls at this size")
    case .segmentSeconds: Terms("segment-seconds", Self.day, 1...3_650 * Self.day, "a segment rolls at this age")
    case .groupBytes: Terms("group-bytes", 4 * Self.mebi, 4_096...64 * Self.mebi, "a commit group")
    case .groupRecords: Terms("group-records", 4_096, 1...65_536, "records in a commit group")
    default: Terms("record-bytes", 9 * Self.mebi, 9 * Self.mebi...9 * Self.mebi, "a record line; fixed by the format")
    }
  }
}
