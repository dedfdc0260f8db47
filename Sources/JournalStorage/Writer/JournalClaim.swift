import CanonicalJSON
import RecordFormat
import SystemCalls

/// A held lock, and what recovery needs to know to make a writer of it.
struct JournalClaim: Sendable {
  let directory: String
  let fileSystem: any JournalFileSystem
  let domain: String
  let domainVersion: Int
  let limits: JournalLimits
  let clock: @Sendable () -> Timestamp
  /// The directory, locked for writing as long as this is open.
  let lock: any JournalFile

  /// Takes the lock, having made the directory if `create` asks for it.
  init(
    directory: String, fileSystem: any JournalFileSystem, domain: String, domainVersion: Int, limits: JournalLimits,
    clock: @escaping @Sendable () -> Timestamp, create: Bool
  ) throws(JournalError) {
    self.directory = directory
    self.fileSystem = fileSystem
    self.domain = domain
    self.domainVersion = domainVersion
    self.limits = limits
    self.clock = clock
    do throws(SystemError) {
      if try fileSystem.status(of: directory) == nil {
        guard create else { throw SystemError(call: "open", errno: ErrorNumber.noSuchFile, path: directory) }
        try fileSystem.makeDirectory(directory)
      }
      // Also where an earlier start made the directory: it may have ended before its name was durable, and a power cut
      // would then take the journal with it. Once there is a segment this has been done.
      if create, try JournalListing.list(directory, fileSystem)?.segments.isEmpty ?? true {
        try fileSystem.open(Self.parent(of: directory), .directory).sync()
      }
    } catch {
      throw !create && error.errno == ErrorNumber.noSuchFile
        ? JournalError(.notFound, directory: directory) : JournalError.from(error, directory: directory)
    }
    lock = try JournalLock.claim(directory, fileSystem)
  }

  /// The path of a name in the journal.
  func path(_ name: String) -> String { "\(directory)/\(name)" }

  /// Lets the lock go.
  func release() {
    do throws(SystemError) {
      try lock.unlock()
    } catch {
      // It goes with the descriptor, soon after.
    }
  }

  /// Converts what a system call threw.
  func io<R>(
    _ file: String? = nil, bytes: Int = 0, _ body: () throws(SystemError) -> R
  ) throws(JournalError) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw JournalError.from(error, directory: directory, file: file, bytes: bytes)
    }
  }

  static func parent(of path: String) -> String {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == 0x2F { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: 0x2F) else { return "." }
    return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
  }
}
