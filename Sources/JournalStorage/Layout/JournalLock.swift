import SystemCalls

/// The lock on a journal: `flock` on the directory's own descriptor.
enum JournalLock {
  /// How long a writer tries: longer than any tool's probe lasts.
  static let millisecondsToTry = 2000
  static let millisecondsBetween = 20

  /// Takes the writer's lock; it lasts as long as the file returned.
  ///
  /// - Throws: `locked` if another holds it for two seconds.
  static func claim(
    _ directory: String, _ fileSystem: any JournalFileSystem
  ) throws(JournalError) -> any JournalFile {
    do throws(SystemError) {
      let file = try fileSystem.open(directory, .directory)
      for _ in 0...millisecondsToTry / millisecondsBetween {
        if try file.lock(exclusive: true) { return file }
        fileSystem.pause(milliseconds: millisecondsBetween)
      }
    } catch {
      throw JournalError.from(error, directory: directory)
    }
    throw JournalError(.locked, directory: directory)
  }

  /// Whether a writer holds the journal: asked once, shared, without waiting, and let go at once.
  static func isHeld(_ directory: String, _ fileSystem: any JournalFileSystem) throws(SystemError) -> Bool {
    let file = try fileSystem.open(directory, .directory)
    guard try file.lock(exclusive: false) else { return true }
    try file.unlock()
    return false
  }
}
