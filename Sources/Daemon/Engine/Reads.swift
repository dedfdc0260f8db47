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
    case .pointer(let text): return text.utf8.count
    case .selector(let name, let arguments):
      guard let arguments else { return name.utf8.count }
      var writer = JSONWriter()
      arguments.write(to: &writer)
      return name.utf8.count + writer.bytes.count
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

extension Query {
  /// Reads it, for those who are answered on the wire.
  func result(on state: State) -> ReadResult {
    do throws(QueryFailure) {
      return .success(try evaluate(state))
    } catch {
      return .failure(WireError(error))
    }
  }
}

extension WireError {
  /// Why a query has no value.
  init(_ failure: QueryFailure) {
    self =
      switch failure {
      case .unknownSelector(let name, let nearest):
        .invalidParams(path: "/select", "no selector `\(name)`", nearest: nearest)
      case .nothing(let pointer): .notFound(pointer: pointer.text)
      case .noValue(_, let failure): WireError(failure)
      }
  }

  /// Arguments that a selector does not take, or a value that has no JSON.
  init(_ failure: SelectorFailure) {
    self =
      switch failure {
      case .unknownArgument(let path, let nearest):
        .invalidParams(path: "/args" + path, "unknown argument \(path)", nearest: nearest)
      case .missingArgument(let path, let given):
        .invalidParams(
          path: "/args" + path, "argument \(path) is missing" + (given.map { ", perhaps given as `\($0)`" } ?? ""))
      case .invalidArgument(let path, let expected):
        .invalidParams(path: "/args" + path, failure.text, expected: expected)
      case .noJSON: .invalidParams(path: "/select", failure.text)
      }
  }
}

/// The reads that the reader thread is at, by number. A pure value.
struct OpenReads {
  /// One of them: where its answer goes, and what it is true at.
  struct OpenRead {
    var slot: ReplySlot
    var seq: UInt64
    var digest: StateDigest
    /// The subscription whose first value this is, if it is one.
    var subscription: UInt64?
  }

  private var open: [UInt64: OpenRead] = [:]
  private var last: UInt64 = 0

  /// How many there are.
  var count: Int { open.count }

  /// Notes a read, and numbers it.
  mutating func open(_ slot: ReplySlot, seq: UInt64, digest: StateDigest, subscription: UInt64? = nil) -> UInt64 {
    last += 1
    open[last] = OpenRead(slot: slot, seq: seq, digest: digest, subscription: subscription)
    return last
  }

  /// The read is done; nil if it was given up meanwhile.
  mutating func close(_ number: UInt64) -> OpenRead? { open.removeValue(forKey: number) }

  /// Gives all of them up.
  mutating func drain() -> [ReplySlot] {
    defer { open = [:] }
    return open.sorted { $0.key < $1.key }.map(\.value.slot)
  }
}
