import SystemCalls

extension JournalFile {
  /// Writes all of `bytes` at `offset`, however often that takes.
  ///
  /// - Throws: the first failure; a prefix may have been written.
  package func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      done += try retryingInterrupts { () throws(SystemError) in try write(rest, at: offset + done) }
    }
  }

  /// Fills `buffer` from `offset` as far as the file reaches.
  ///
  /// - Returns: the number of bytes read; less than asked for only at the end of the file.
  package func readAll(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try retryingInterrupts { () throws(SystemError) in try read(into: rest, at: offset + done) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// The bytes in `range`, as far as the file reaches.
  package func bytes(in range: Range<Int>) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      do throws(SystemError) {
        count = try readAll(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

private func retryingInterrupts(_ call: () throws(SystemError) -> Int) throws(SystemError) -> Int {
  while true {
    do throws(SystemError) {
      return try call()
    } catch {
      guard error.errno == ErrorNumber.interrupted else { throw error }
    }
  }
}
