import RecordFormat
import SystemCalls

extension JournalReader {
  /// Looks again after the end: whether `next` may hand out more now.
  ///
  /// Reading goes on where it stood, over segments that were begun meanwhile. Unwritten space, and a torn write that a
  /// starting writer is to cut, are waited out alike. As long as nothing was written this costs three system calls.
  ///
  /// - Throws: `foreignHands` where the segment that is read has lost its name; `io`.
  package func lookAgain() throws(JournalError) -> Bool {
    guard ending != nil, let window else { return true }
    let status = try io { () throws(SystemError) in try window.file.status() }
    let named = try io { () throws(SystemError) in try fileSystem.status(of: "\(directory)/\(file)") }
    // Removed, renamed, or the directory moved away: what is written from now on is written elsewhere.
    guard let named, named.inode == status.inode, named.device == status.device else {
      throw JournalError(.foreignHands(.nameLost), directory: directory, file: file)
    }
    // A segment is sealed before the next one is begun.
    let isFollowed = status.isSealed ? try findNextSegment() : false
    let isLonger = isFollowed ? true : try hasMore(in: window)
    guard isLonger else { return false }
    window.reread(from: offset)
    rereads = 0
    ending = nil
    return true
  }

  /// Lists the journal anew; whether a segment stands behind the one that is read.
  private func findNextSegment() throws(JournalError) -> Bool {
    let name = file
    guard let found = try JournalListing.judged(directory, fileSystem),
      let place = found.segments.firstIndex(where: { $0.name == name })
    else {
      throw JournalError(.foreignHands(.nameLost), directory: directory, file: name)
    }
    listing = found
    segment = place
    return place < found.segments.count - 1
  }

  /// Whether anything but unwritten space stands where the next line is to begin.
  private func hasMore(in window: SegmentWindow) throws(JournalError) -> Bool {
    let byte = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
    defer { byte.deallocate() }
    let count = try io { () throws(SystemError) in try window.file.read(into: byte, at: offset) }
    return count > 0 && byte[0] != 0 && byte[0] != ByteScan.lineFeed
  }
}
