import Glibc

extension FileDescriptor {
  /// Writes all of `bytes` at the descriptor's position; short writes are carried on.
  ///
  /// - Throws: after an error some of the bytes may have been written.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let descriptor = rawValue
    var rest = bytes
    while !rest.isEmpty {
      let part = rest
      let count = try retrying("write") { Glibc.write(descriptor, part.baseAddress, part.count) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes all of `bytes` at the descriptor's position; short writes are carried on.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Writes all of `bytes` at `offset`; the position of the descriptor stays.
  ///
  /// - Throws: after an error some of the bytes may have been written.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    let descriptor = rawValue
    var done = 0
    while done < bytes.count {
      let part = UnsafeRawBufferPointer(rebasing: bytes[done...])
      done += try retrying("pwrite") { pwrite(descriptor, part.baseAddress, part.count, off_t(offset + done)) }
    }
  }

  /// Writes all of `bytes` at `offset`; the position of the descriptor stays.
  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
      try write(UnsafeRawBufferPointer(buffer), at: offset)
    }
  }

  /// Writes several pieces of memory one after another, with as few calls as the kernel allows.
  ///
  /// - Throws: after an error some of the bytes may have been written.
  package func write(gathering pieces: [UnsafeRawBufferPointer]) throws(SystemError) {
    let descriptor = rawValue
    // The kernel takes 1,024 pieces at once.
    var vectors = pieces.filter { !$0.isEmpty }.map {
      iovec(iov_base: UnsafeMutableRawPointer(mutating: $0.baseAddress), iov_len: $0.count)
    }[...]
    while !vectors.isEmpty {
      let batch = Array(vectors.prefix(1024))
      var written = try retrying("writev") { writev(descriptor, batch, Int32(batch.count)) }
      while let first = vectors.first, written >= first.iov_len {
        written -= first.iov_len
        vectors.removeFirst()
      }
      if written > 0 {
        vectors[vectors.startIndex].iov_base += written
        vectors[vectors.startIndex].iov_len -= written
      }
    }
  }
}
