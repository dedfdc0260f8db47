import CanonicalJSON

/// A record before it is written: all that its body tells.
package struct RecordDraft: Sendable {
  package var seq: UInt64
  /// Seq of the first record of the commit group.
  package var batch: UInt64
  package var at: Timestamp
  package var type: String
  /// Version of the payload.
  package var v: Int
  /// The payload, one JSON object without white space between tokens; it is copied verbatim. Empty stands for `{}`.
  package var action: ArraySlice<UInt8>
  package var by: RecordOrigin
  package var id: String?
  package var trace: String?
  package var cause: UInt64?
  package var effect: String?
  package var outcome: RecordOutcome?
  /// Of the text at most 1 KiB is written, cut between two characters.
  package var why: (code: String, text: String)?
  package var effects: [RecordEffect] = []
  /// Digest of the state after the record.
  package var state: UInt64

  package init(
    seq: UInt64, batch: UInt64, at: Timestamp, type: String, v: Int = 1, action: ArraySlice<UInt8>, by: RecordOrigin,
    state: UInt64
  ) {
    self.seq = seq
    self.batch = batch
    self.at = at
    self.type = type
    self.v = v
    self.action = action
    self.by = by
    self.state = state
  }

  package init(
    seq: UInt64, batch: UInt64, at: Timestamp, type: String, v: Int = 1, action: [UInt8], by: RecordOrigin,
    state: UInt64
  ) {
    self.init(seq: seq, batch: batch, at: at, type: type, v: v, action: action[...], by: by, state: state)
  }
}
