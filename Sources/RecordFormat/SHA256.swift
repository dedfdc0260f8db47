import CSHA256

/// SHA-256 of FIPS 180-4, by the processor's own instructions where it has them.
package enum SHA256 {
  /// The digest of `bytes`.
  package static func hash(_ bytes: UnsafeRawBufferPointer) -> RecordHash {
    RecordHash { csha256_hash(bytes.baseAddress, bytes.count, $0) }
  }

  /// The digest of `bytes`.
  package static func hash(_ bytes: [UInt8]) -> RecordHash {
    bytes.withUnsafeBytes { hash($0) }
  }

  /// The digest of the text's UTF-8 bytes.
  package static func hash(_ text: String) -> RecordHash {
    var text = text
    return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
  }

  /// A digest of bytes that come in pieces. A copy goes on from where it was taken.
  package struct Hasher: Sendable {
    private var state = csha256_state()

    package init() {
      csha256_begin(&state)
    }

    /// Takes the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
      csha256_update(&state, bytes.baseAddress, bytes.count)
    }

    /// Takes the next bytes.
    package mutating func update(_ bytes: [UInt8]) {
      bytes.withUnsafeBytes { update($0) }
    }

    /// The digest of all bytes so far; more may follow.
    package func finish() -> RecordHash {
      var copy = state
      return RecordHash { csha256_finish(&copy, $0) }
    }
  }
}

extension RecordHash {
  /// The 32 bytes that `write` puts where it is told.
  init(_ write: (UnsafeMutablePointer<UInt8>) -> Void) {
    self.init()
    withUnsafeMutableBytes(of: &words) { buffer in
      if let base = buffer.baseAddress { write(base.assumingMemoryBound(to: UInt8.self)) }
    }
  }
}
