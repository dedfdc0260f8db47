import Foundation
import JournalStorage

/// A directory of the machine's file system that goes when the test ends.
final class TemporaryDirectory {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The journal in it.
  var journal: String { path + "/journal" }

  /// Puts the segments of a simulated journal there.
  func copyJournal(from system: SimulatedFileSystem) throws {
    try FileManager.default.createDirectory(atPath: journal, withIntermediateDirectories: false)
    for name in try system.names(in: Fixture.directory) where name.hasSuffix(".jsonl") {
      let from = "\(Fixture.directory)/\(name)"
      let to = "\(journal)/\(name)"
      try Data(system.contents(of: from) ?? []).write(to: URL(filePath: to))
      let permissions = try system.status(of: from)?.permissions ?? 0o600
      try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: permissions)], ofItemAtPath: to)
    }
  }
}
