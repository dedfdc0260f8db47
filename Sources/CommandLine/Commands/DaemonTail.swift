import CanonicalJSON
import RecordFormat

/// `tail -f` of a daemon: follows on from the last record seen, also when the daemon was started again.
///
/// Used by one thread.
final class DaemonTail {
  private let invocation: Invocation
  private let filter: RecordFilter
  private let last: Int?
  private let path: String
  private var printer: TailPrinter
  private var place: FollowedPlace?

  init(_ invocation: Invocation, _ filter: RecordFilter, last: Int?) {
    self.invocation = invocation
    self.filter = filter
    self.last = last
    path = invocation.socketPlace.path
    printer = TailPrinter(invocation, filter, last: last)
  }

  func run(_ client: SocketClient) throws(Failure) -> ExitStatus {
    try LiveLoop(invocation).run(
      client, welcome: { "the daemon is back: following on from seq \(self.place?.next ?? 1)" },
      { connection throws(Failure) in try self.session(connection) })
  }

  private func session(_ connection: LiveConnection) throws(Failure) -> ExitStatus {
    let head = try FollowedHead(try connection.call("status"), path: path)
    var place = try place?.resumed(head, path: path) ?? begin(head)
    if case .seq(let until)? = filter.until, until < place.next { return .fine }
    let reply = try connection.call("follow") { writer in write(place.next, to: &writer) }
    guard let subscription = reply["subscription"]?.unsigned else {
      throw Failure(
        status: .unreachable, name: "badReply", message: "the daemon answered 'follow' without a subscription")
    }
    defer { self.place = place }
    try connection.established()
    if place.next > place.historyEnd { try printer.release() }
    while true {
      guard let news = try connection.next(milliseconds: wait(place)) else {
        if try isOver(&place, connection) { return .fine }
        continue
      }
      if news.belongs(to: subscription, as: "ended"), let error = news.params?["error"] {
        // What it could not read the next connection cannot read either.
        throw ReplyError(error).failure
      }
      guard news.belongs(to: subscription, as: "record"), let line = news.params?["record"] else { continue }
      guard try take(line.bytes, &place, connection) else { return .fine }
    }
  }

  /// Types are sent to the daemon, unless records that they leave out tell where to begin or end.
  private var sendsTypes: Bool { !filter.types.isEmpty && filter.until == nil && last == nil }

  private func begin(_ head: FollowedHead) -> FollowedPlace {
    FollowedPlace(
      head, next: TailBeginning.seq(filter, last: last, isGiven: invocation.options.has("--from"), head: head.seq),
      isDense: !sendsTypes)
  }

  private func write(_ from: UInt64, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("from")
    writer.integer(from)
    if sendsTypes {
      writer.key("types")
      writer.beginArray()
      for type in filter.types { writer.string(type.pattern) }
      writer.endArray()
    }
    writer.endObject()
  }

  /// - Returns: whether more may be wanted.
  private func take(
    _ line: [UInt8], _ place: inout FollowedPlace, _ connection: LiveConnection
  ) throws(Failure) -> Bool {
    try line.withUnsafeBufferPointer { bytes throws(Failure) in
      let (record, verdict) = try place.take(bytes, path: path)
      if verdict == .needsNewSegment {
        let segments = try FollowedHead(try connection.call("status"), path: path).segments
        try place.begin(segmentWith: record, of: segments, path: path)
      }
      let isWanted = try printer.take(record)
      if !isWanted || record.seq >= place.historyEnd { try printer.release() }
      return isWanted
    }
  }

  /// How long to wait for a record before looking whether the time to end has come; `nil` for ever.
  private func wait(_ place: FollowedPlace) -> Int? {
    guard case .time(let until)? = filter.until else { return nil }
    if place.end != nil { return 50 }
    // A record of that time may become durable a moment later.
    let left = (until.microseconds - invocation.surroundings.now().microseconds) / 1_000 + 1_000
    return Int(max(50, min(left, 3_600_000)))
  }

  /// Whether the time to end has come, and all there is up to then.
  private func isOver(_ place: inout FollowedPlace, _ connection: LiveConnection) throws(Failure) -> Bool {
    guard case .time(let until)? = filter.until, invocation.surroundings.now() > until else { return false }
    if place.end == nil { place.end = try FollowedHead(try connection.call("status"), path: path).seq }
    guard let end = place.end, place.next > end else { return false }
    try printer.release()
    return true
  }
}

/// Where `tail -f` begins.
enum TailBeginning {
  /// Without a place or a count, this many records before the end are looked at.
  static let usual: UInt64 = 10

  /// The first seq wanted of a journal that ends with `head`.
  static func seq(_ filter: RecordFilter, last: Int?, isGiven: Bool, head: UInt64) -> UInt64 {
    if let last {
      // Which records are the last to match shows only when all have come.
      guard filter.takesAll, filter.until == nil else { return filter.from }
      return max(filter.from, behind(head, UInt64(last)))
    }
    return isGiven || filter.since != nil ? filter.from : behind(head, usual)
  }

  private static func behind(_ head: UInt64, _ count: UInt64) -> UInt64 { head - min(head, count) + 1 }
}
