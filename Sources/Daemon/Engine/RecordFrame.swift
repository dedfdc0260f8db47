import RecordFormat
import WireProtocol

/// Makes the notifications of one follower, of those records that it wants.
struct RecordFrame: Sendable {
  /// The patterns of the types that are wanted; nil for all types.
  private let types: [Glob]?
  private let start: [UInt8]

  /// A frame for the follower known by the number `subscription`.
  init(subscription: UInt64, types: [Glob]?) {
    self.types = types
    var whole: [UInt8] = []
    Response.append(notification: "record", subscription: subscription, to: &whole) {
      $0.append(contentsOf: #","record":"#.utf8)
    }
    // What follows a record's line are the two braces that end the notification.
    start = whole.dropLast(2)
  }

  /// Whether the types of records matter.
  var isSelective: Bool { types != nil }

  /// Whether a record of this type is wanted.
  func wants(_ type: some Sequence<UInt8>) -> Bool { types.map { $0.contains { $0.matches(type) } } ?? true }

  /// Whether a record is wanted.
  func wants(_ record: RecordLine) -> Bool { isSelective ? record.typeText.withBytes { wants($0) } : true }

  /// Appends the notification with a record's line as it is stored, and its line feed.
  func append(_ line: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: start)
    bytes.append(contentsOf: line)
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "}"))
    bytes.append(0x0A)
  }

  /// Appends what is wanted of a ring from `next` on, until `room` bytes are used; the seq that is next then.
  func append(from ring: LiveRing, next: UInt64, room: Int, to bytes: inout [UInt8]) -> UInt64 {
    let end = bytes.count + room
    var after = next
    ring.records(from: next) { group, seq in
      if bytes.count >= end { return false }
      if !isSelective || wants(group.type(of: seq).utf8) { group.withLine(of: seq) { append($0, to: &bytes) } }
      after = seq + 1
      return true
    }
    return after
  }
}
