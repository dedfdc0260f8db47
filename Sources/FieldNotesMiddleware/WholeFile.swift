import CanonicalJSON
import FieldNotes
import SystemCalls

/// A small file that is read and replaced as a whole.
struct WholeFile: Sendable {
  let path: String

  /// Such a file was written here and may be longer than what the door takes.
  static let limits = JSONLimits(depth: 128, length: .max)

  /// What the file holds, nil where there is none.
  func read() throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try FileSystem.contents(path)
    } catch {
      if error.errno == ErrorNumber.noSuchFile { return nil }
      throw error
    }
  }

  /// Puts `bytes` in place of what the file holds, durably: a reader sees the old or the new, never a part.
  ///
  /// - Throws: the failed call; what the file held is then still there.
  func replace(with bytes: [UInt8]) throws(SystemError) {
    let temporary = path + ".tmp"
    let file = try FileDescriptor.open(temporary, [.writeOnly, .create, .truncate], permissions: 0o600)
    try file.write(bytes)
    try file.syncData()
    try FileSystem.rename(temporary, to: path)
  }
}
