import RecordFormat
import SystemCalls

/// Makes a new segment in two steps, so that its room is certain before the old one is sealed.
struct SegmentMaker {
  let directory: String
  let fileSystem: any JournalFileSystem
  let limits: JournalLimits
  private let name: String
  private let file: any JournalFile
  private let room: Int

  private var temporary: String { "\(directory)/\(name)\(JournalNames.temporarySuffix)" }

  /// Makes `NAME.tmp` and reserves `room` bytes behind a header in it.
  ///
  /// - Throws: after a failure there is no `NAME.tmp`, as far as it could be removed.
  init(
    firstSeq: UInt64, room: Int, directory: String, fileSystem: any JournalFileSystem, limits: JournalLimits
  ) throws(SystemError) {
    self.directory = directory
    self.fileSystem = fileSystem
    self.limits = limits
    self.room = room
    name = SegmentHeader.fileName(firstSeq: firstSeq)
    let path = "\(directory)/\(name)\(JournalNames.temporarySuffix)"
    if try fileSystem.status(of: path) != nil { try fileSystem.remove(path) }
    file = try fileSystem.open(path, .create(permissions: 0o600))
    guard room > 0 else { return }
    do throws(SystemError) {
      try reserveRoom()
    } catch {
      try fileSystem.remove(path)
      throw error
    }
  }

  private func reserveRoom() throws(SystemError) {
    let bytes = room + Self.longestHeader
    do throws(SystemError) {
      try file.reserve(0..<bytes)
    } catch {
      guard error.errno == ErrorNumber.notSupported else { throw error }
      guard try fileSystem.freeBytes(at: directory) >= bytes + limits.freeFloor else {
        throw SystemError(call: "statvfs", errno: ErrorNumber.noSpace, path: directory)
      }
    }
  }

  /// No header line is longer than this, in bytes.
  static let longestHeader = 4096

  /// Writes the header, syncs, gives the file its name, and makes that durable.
  ///
  /// - Throws: the name may or may not be there.
  func finish(_ header: SegmentHeader, syncing directoryFile: any JournalFile) throws(SystemError) -> ActiveSegment {
    let line = header.encodeLine()
    try file.write(line, at: 0)
    try file.sync()
    try fileSystem.rename(temporary, to: "\(directory)/\(name)")
    try directoryFile.sync()
    return try ActiveSegment(
      file: file, header: header, headerBytes: line.count, end: line.count, room: room)
  }
}
