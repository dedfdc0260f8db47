/// Turns the escapes of a string that was checked before into the characters they stand for.
enum Escapes {
  /// The content of the string between `start` and `end` as UTF-8.
  static func unescaped(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: end - start) { buffer, count in
      guard let target = buffer.baseAddress else { return }
      count = unescape(base, start, end, into: target)
    }
  }

  /// Writes the content to `target`, which has room for `end - start` bytes, and tells how many it took.
  static func unescape(
    _ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int, into target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var place = start
    var written = 0
    while place < end {
      guard base[place] == UInt8(ascii: "\\") else {
        target[written] = base[place]
        written += 1
        place += 1
        continue
      }
      if base[place + 1] == UInt8(ascii: "u") {
        place = scalar(base, at: place, into: target, &written)
      } else {
        target[written] = simple(base[place + 1])
        written += 1
        place += 2
      }
    }
    return written
  }

  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  private static func simple(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  private static func unit(_ base: UnsafePointer<UInt8>, at place: Int) -> UInt32 {
    (2..<6).reduce(0) { $0 << 4 | (hexValue(base[place + $1]) ?? 0) }
  }

  /// Writes the character of the `\u` escape (or pair of escapes) at `place`, and gives the place behind it.
  private static func scalar(
    _ base: UnsafePointer<UInt8>, at place: Int, into target: UnsafeMutablePointer<UInt8>, _ written: inout Int
  ) -> Int {
    var value = unit(base, at: place)
    var next = place + 6
    if value & 0xFC00 == 0xD800 {
      value = 0x10000 + (value & 0x3FF) << 10 + unit(base, at: next) & 0x3FF
      next += 6
    }
    func put(_ byte: UInt32) {
      target[written] = UInt8(truncatingIfNeeded: byte)
      written += 1
    }
    switch value {
    case 0..<0x80:
      put(value)
    case 0x80..<0x800:
      put(0xC0 | value >> 6)
      put(0x80 | value & 0x3F)
    case 0x800..<0x10000:
      put(0xE0 | value >> 12)
      put(0x80 | value >> 6 & 0x3F)
      put(0x80 | value & 0x3F)
    default:
      put(0xF0 | value >> 18)
      put(0x80 | value >> 12 & 0x3F)
      put(0x80 | value >> 6 & 0x3F)
      put(0x80 | value & 0x3F)
    }
    return next
  }
}
