import CanonicalJSON
import RecordFormat
import WireProtocol

/// What a query gave, as its subscribers see it.
struct WatchedValue: Sendable {
  enum Content: Sendable {
    /// Canonical JSON.
    case value([UInt8])
    /// The pointer leads nowhere at present.
    case gone
    /// There is a value that cannot be shown: too long, or without JSON.
    case error(WireError)
  }

  /// What stands around a value in a reply or notification, in bytes, at most.
  static let frameBytes = 160

  let content: Content
  let digest: ValueDigest

  /// Takes what a query gave; `limit` is that of a whole reply, in bytes.
  init(_ result: ReadResult, limit: Int) {
    switch result {
    case .success(let bytes) where bytes.count + Self.frameBytes > limit:
      content = .error(.tooLongReply(limit: limit, length: bytes.count + Self.frameBytes))
      // Its length is no part of what it is: one that stays too long is told once.
      digest = ValueDigest(kind: 2, Array(WireErrorName.tooLong.rawValue.utf8))
    case .success(let bytes):
      content = .value(bytes)
      digest = ValueDigest(kind: 0, bytes)
    case .failure(let error) where error.name == .notFound:
      content = .gone
      digest = ValueDigest(kind: 1, [])
    case .failure(let error):
      content = .error(error)
      digest = ValueDigest(kind: 2, Array(error.message.utf8))
    }
  }

  /// The length of the value.
  var byteCount: Int {
    if case .value(let bytes) = content { bytes.count } else { 0 }
  }
}

extension WatchedValue {
  /// The result of `subscribe`.
  func first(subscription: UInt64, seq: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount + Self.frameBytes)
    bytes += "{\"subscription\":\(subscription)".utf8
    append(seq: seq, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  /// Appends the notification `changed`.
  func append(changed subscription: UInt64, seq: UInt64, skipped: Int, to line: inout [UInt8]) {
    Response.append(notification: "changed", subscription: subscription, to: &line) { line in
      append(seq: seq, to: &line)
      line += ",\"skipped\":\(skipped)".utf8
    }
  }

  private func append(seq: UInt64, to bytes: inout [UInt8]) {
    bytes += ",\"seq\":\(seq)".utf8
    switch content {
    case .value(let value):
      bytes += ",\"value\":".utf8
      bytes += value
    case .gone:
      bytes += ",\"gone\":true".utf8
    case .error(let error):
      bytes += ",\"error\":".utf8
      var writer = JSONWriter()
      error.write(to: &writer)
      bytes += writer.bytes
    }
  }
}

/// What tells two values apart where neither is kept: 16 bytes of SHA-256.
struct ValueDigest: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// Digests bytes of one kind; those of another differ whatever they are.
  init(kind: UInt8, _ bytes: [UInt8]) {
    var hasher = SHA256.Hasher()
    hasher.update([kind])
    hasher.update(bytes)
    (high, low) = hasher.finish().withUnsafeBytes { bytes in
      (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }
}
