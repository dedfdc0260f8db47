import CLinux

/// The kernel's random numbers; any thread.
package enum SystemRandom {
  /// Fills `buffer` with random bytes.
  package static func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      done += try retrying("getrandom") { clinux_random(rest.baseAddress, rest.count) }
    }
  }

  /// A random UUID (version 4) as 36 lowercase characters.
  package static func uuid() throws(SystemError) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    try bytes.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
      try fill(UnsafeMutableRawBufferPointer(buffer))
    }
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text += "-" }
      text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return text
  }
}
