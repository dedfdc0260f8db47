import CSHA256

/// How each line of a journal is tied to the one before it.
///
///     … body … ,"hash":"<64 lowercase hex digits>"}
///             └────────────── 75 bytes ──────────┘
///
/// The hash is SHA-256(previous hash, 32 raw bytes ‖ SHA-256(body), 32 raw bytes). Stored bytes are hashed as they are;
/// nothing is ever serialised again to verify it.
package enum HashChain {
  /// Bytes that every line ends with, its 0x0A not counted.
  package static let suffixLength = 75

  /// The hash of a line with this body that follows a line with the hash `previous`.
  package static func hash(previous: RecordHash, body: UnsafeRawBufferPointer) -> RecordHash {
    previous.withUnsafeBytes { before in
      RecordHash {
        csha256_link(before.baseAddress!.assumingMemoryBound(to: UInt8.self), body.baseAddress, body.count, $0)
      }
    }
  }

  /// The hash of a line whose body has the digest `bodyDigest`.
  ///
  /// Bodies' digests need no order: several threads may make them, one chains them.
  package static func hash(previous: RecordHash, bodyDigest: RecordHash) -> RecordHash {
    withUnsafeBytes(of: (previous.words, bodyDigest.words)) { SHA256.hash($0) }
  }

  /// Completes the line whose body is `line[bodyStart...]`: appends its suffix and 0x0A.
  ///
  /// - Returns: the hash, which the next line continues.
  package static func seal(into line: inout [UInt8], bodyStart: Int, previous: RecordHash) -> RecordHash {
    let hash = line.withUnsafeBytes { bytes in
      Self.hash(previous: previous, body: UnsafeRawBufferPointer(rebasing: bytes[bodyStart...]))
    }
    appendSuffix(hash, to: &line)
    line.append(0x0a)
    return hash
  }

  /// Appends the 75 bytes that tell `hash`.
  package static func appendSuffix(_ hash: RecordHash, to line: inout [UInt8]) {
    line.append(contentsOf: #","hash":""#.utf8)
    hash.appendHex(to: &line)
    line.append(0x22)
    line.append(0x7d)
  }

  /// The previous hash of the first segment's header: SHA-256 of the uuid's text.
  package static func firstPrevious(journal uuid: String) -> RecordHash {
    SHA256.hash(uuid)
  }
}
