import SystemCalls

/// A moving view of a segment's bytes: the whole mapped file where that is possible, else a buffer filled by reading.
///
/// Only sealed segments are mapped: a file that somebody cuts under a mapping ends the process. One thread at a time.
final class SegmentWindow {
  static let chunk = 1 << 20

  let file: any JournalFile
  private let mapping: (any JournalMapping)?
  private var buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  /// The offset in the file of the first byte in view.
  private(set) var start = 0

  /// - Parameter mapsSize: the size to map; nil to read.
  init(_ file: any JournalFile, mapsSize: Int?) throws(SystemError) {
    self.file = file
    if let mapsSize { mapping = try file.map(size: mapsSize) } else { mapping = nil }
    buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: mapping == nil ? Self.chunk : 0, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// The bytes in view; valid until the next call that moves the view, and while this object is there.
  var bytes: UnsafeBufferPointer<UInt8> {
    if let mapping { return mapping.bytes }
    return UnsafeBufferPointer(rebasing: buffer.bindMemory(to: UInt8.self)[..<filled])
  }

  /// Moves the view so that it begins at `offset`, and reads on behind what is there.
  ///
  /// - Returns: whether more bytes are in view behind `offset` than before.
  func advance(to offset: Int) throws(SystemError) -> Bool {
    if mapping != nil { return false }
    let kept = max(0, start + filled - offset)
    if kept == buffer.count { grow() }
    if offset != start {
      let rest = UnsafeRawBufferPointer(buffer)[(filled - kept)..<filled]
      if kept > 0 { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest)) }
    }
    start = offset
    filled = kept
    let space = UnsafeMutableRawBufferPointer(rebasing: buffer[kept...])
    let count = try file.readAll(into: space, at: offset + kept)
    filled += count
    return count > 0
  }

  /// Forgets what was read from `offset` on, so that it is read again.
  func reread(from offset: Int) {
    guard mapping == nil else { return }
    start = offset
    filled = 0
  }

  private func grow() {
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<filled]))
    buffer.deallocate()
    buffer = larger
  }
}
