import CanonicalJSON
import JournalStorage
import WireProtocol

/// A follower, and whose it is.
struct OpenFollower {
  let peer: Peer
  var follower: Follower

  /// How the log names it.
  func name(_ number: UInt64) -> String {
    "follower \(number) (uid \(peer.credentials.uid), pid \(peer.credentials.pid))"
  }
}

/// A `follow` that is answered once the seq it is true at is durable.
struct FollowStart {
  let number: UInt64
  /// The last record that was admitted when it was asked for.
  let seq: UInt64
  let follower: OpenFollower

  /// The answer.
  var json: [UInt8] {
    var json = JSONWriter(reservingCapacity: 64)
    json.beginObject()
    json.key("subscription")
    json.integer(number)
    json.key("seq")
    json.integer(seq)
    json.endObject()
    return json.bytes
  }
}

extension WireError {
  /// The journal cannot be served from record `seq` on.
  init(_ failure: JournalError, seq: UInt64) {
    // It passes, and says nothing of the journal.
    if case .io(let error) = failure.kind, error.isLackOfDescriptors {
      self = .busyDescriptors()
      return
    }
    self = .unreadable(
      seq: seq, file: failure.file, line: failure.line, offset: failure.offset, what: failure.description)
  }
}
