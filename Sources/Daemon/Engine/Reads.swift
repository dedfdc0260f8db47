import ActionLog
import CanonicalJSON
import WireProtocol

/// A value that was read, and what it is true at.
struct ReadValue: Sendable {
  var seq: UInt64
  var digest: StateDigest
  /// The value as canonical JSON, or why there is none.
  var result: ReadResult

  /// The length of the value.
  var byteCount: Int {
    guard case .success(let bytes) = result else { return 0 }
    return bytes.count
  }
}

extension ReadTarget {
  /// The length of what was asked, about: what keeping the question takes.
  var byteCount: Int {
    switch self {
    case .pointer(let pointer): pointer.text.utf8.count
    case .selector(let name, let arguments): name.utf8.count + (arguments?.canonicalBytes.count ?? 0)
    }
  }
}

/// The value as canonical JSON, or why there is none.
typealias ReadResult = Result<[UInt8], WireError>

/// A read that takes long: computed on the reader thread from an O(1) snapshot.
struct LongRead<D: Domain>: Sendable {
  var seq: UInt64
  var digest: StateDigest
  var state: D.State
  var query: Query<D.State>
  /// The subscription whose first value this is, if it is one.
  var subscription: UInt64?
}
