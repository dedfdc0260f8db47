import Glibc

extension FileDescriptor {
  /// Reads what is there, at most `buffer.count` bytes; 0 at the end of the file.
  ///
  /// - Throws: `EAGAIN` where a non-blocking descriptor has nothing yet.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let descriptor = rawValue
    return try retrying("read") { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Reads at `offset` until `buffer` is full or the file ends; the position of the descriptor stays.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    let descriptor = rawValue
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let got = try retrying("pread") { pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done)) }
      if got == 0 { break }
      done += got
    }
    return done
  }

  /// Up to `count` bytes at `offset`; fewer only where the file ends.
  package func bytes(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Everything from the descriptor's position to the end of the file.
  package func readToEnd() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      var failure: SystemError?
      let got = chunk.withUnsafeMutableBytes { buffer -> Int in
        do throws(SystemError) {
          return try read(into: buffer)
        } catch {
          failure = error
          return 0
        }
      }
      if let failure { throw failure }
      if got == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<got])
    }
  }
}
