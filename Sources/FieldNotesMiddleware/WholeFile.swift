import CanonicalJSON
import FieldNotes
import SystemCalls

/// A small file of JSON that is read and replaced as a whole.
struct WholeFile: Sendable {
  let path: String
  /// What a person is told to do where it is damaged.
  var remedy = "mend it or remove it"

  /// Such a file was written here and may be longer than what the door takes.
  private static let limits = JSONLimits(depth: 128, length: .max)

  /// What the file holds, nil where there is none.
  ///
  /// - Throws: `malformed` where it holds something else, with the file, the place in it and what to do.
  func read<Value: Decodable>(_ type: Value.Type) throws(FeedError) -> Value? {
    let bytes: [UInt8]
    do throws(FeedError) {
      bytes = try RegularFile.contents(path)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
    do throws(DecodeFailure) {
      return try CanonicalDecoder(limits: Self.limits).decode(type, from: bytes)
    } catch {
      throw FeedError(.malformed, "\(path): \(Self.damage(error)); \(remedy)")
    }
  }

  /// Where the damage is and what should be there.
  private static func damage(_ failure: DecodeFailure) -> String {
    switch failure.kind {
    case .syntax: "no JSON, \(failure.summary)"
    case .missing: "\(failure.path) is missing, expected \(failure.expected)"
    case .mismatch, .unknownMember, .custom: "\(failure.summary) at byte \(failure.offset)"
    }
  }

  /// Puts the JSON of `value` in place of what the file holds, durably: a reader sees the old or the new, never a part.
  ///
  /// - Throws: what failed; what the file held is then still there. Nothing but a regular file is replaced.
  func replace(with value: some Encodable) throws(FeedError) {
    try RegularFile.requireReplaceable(path)
    do {
      try write(CanonicalEncoder().encode(value))
    } catch {
      throw FeedError(.unreachable, "\(error)")
    }
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    let temporary = path + ".tmp"
    do throws(SystemError) {
      // What a crash left, or someone put there: writing into a pipe would wait for a reader.
      try FileSystem.remove(temporary)
    } catch {
      guard error.errno == ErrorNumber.noSuchFile else { throw error }
    }
    let file = try FileDescriptor.open(temporary, [.writeOnly, .create, .exclusive], permissions: 0o600)
    try file.write(bytes)
    try file.syncData()
    try FileSystem.rename(temporary, to: path)
  }
}
