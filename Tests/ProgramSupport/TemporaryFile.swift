import Foundation

/// A file that takes what a child prints, so that no pipe can fill up.
package struct TemporaryFile {
  package let path: String
  package let handle: FileHandle

  package init() throws {
    path = "/tmp/al-out-\(UUID().uuidString)"
    guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path)
    else { throw CocoaError(.fileWriteUnknown) }
    self.handle = handle
  }

  /// What was printed so far.
  package var text: String { String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self) }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
