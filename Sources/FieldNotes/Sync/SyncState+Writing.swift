import CanonicalJSON

extension SyncState: CanonicalWritable {
  /// Writes the state as `Codable` would, past it: the digest spells it after each change.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .idle:
      writer.key("idle")
      writer.beginObject()
    case .syncing(let pending): write("syncing", pending, to: &writer)
    case .offline(let pending): write("offline", pending, to: &writer)
    case .failed(let pending): write("failed", pending, to: &writer)
    }
    writer.endObject()
    writer.endObject()
  }

  private func write(_ name: StaticString, _ pending: UInt, to writer: inout JSONWriter) {
    writer.key(name)
    writer.beginObject()
    writer.key("pending")
    writer.integer(pending)
  }
}
