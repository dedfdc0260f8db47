/// Gathers the replies of one batch until all its requests are answered.
///
/// Replies stand in the order in which they were given. Together they stay within the limit of one reply: one that
/// does not fit is replaced by `tooLong`.
package struct BatchCollector: Sendable {
  private var open: Int
  private let limit: Int
  private var bytes: [UInt8] = []

  /// A batch of `count` requests, notifications among them; `limit` in bytes.
  package init(count: Int, limit: Int) {
    open = count
    self.limit = limit
  }

  /// Whether every request was answered.
  package var isComplete: Bool { open == 0 }

  /// Bytes gathered.
  package var count: Int { bytes.count }

  /// Takes the answer to one request; `id` is nil for a notification, whose answer is dropped.
  package mutating func add(result: UnsafeBufferPointer<UInt8>, id: RequestID?) {
    close()
    guard let id else { return }
    let length = bytes.count + result.count + Response.frameBytes + id.json.utf8.count
    begin()
    if length > limit {
      Response.append(error: .tooLongReply(limit: limit, length: length), id: id, to: &bytes)
    } else {
      Response.append(result: result, id: id, to: &bytes)
    }
  }

  /// Takes the refusal of one request; `id` is nil for a notification, whose answer is dropped.
  package mutating func add(error: WireError, id: RequestID?) {
    close()
    guard let id else { return }
    begin()
    Response.append(error: error, id: id, to: &bytes)
  }

  /// Appends the array of replies; a batch of notifications only gets nothing at all.
  ///
  /// - Returns: whether there was anything to append.
  package consuming func finish(into buffer: inout [UInt8]) -> Bool {
    precondition(open == 0, "a batch is answered when all its requests are")
    guard !bytes.isEmpty else { return false }
    buffer.append(contentsOf: bytes)
    buffer.append(0x5D)
    return true
  }

  private mutating func close() {
    precondition(open > 0, "a request of a batch is answered once")
    open -= 1
  }

  private mutating func begin() {
    bytes.append(bytes.isEmpty ? 0x5B : 0x2C)
  }
}
