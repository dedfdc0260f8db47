/// A walk over canonical JSON that our own writers made: no white space, no duplicate keys, valid throughout.
///
/// It never reads outside its bytes. Bytes that are not JSON can only come from a `CanonicalWritable` conformance
/// that writes nonsense, which is a fault of the domain and stops the program.
struct CanonicalWalker {
  let bytes: UnsafeBufferPointer<UInt8>
  var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var byte: UInt8 {
    precondition(offset < bytes.count, "A CanonicalWritable conformance wrote JSON that ends early")
    return bytes[offset]
  }

  /// Passes one structural byte.
  mutating func pass(_ expected: UInt8) {
    precondition(byte == expected, "A CanonicalWritable conformance wrote something that is not canonical JSON")
    offset &+= 1
  }

  /// Passes `,` and is true, or passes `closer` and is false.
  mutating func continues(closer: UInt8) -> Bool {
    let next = byte
    offset &+= 1
    precondition(
      next == 0x2C || next == closer, "A CanonicalWritable conformance wrote something that is not canonical JSON")
    return next == 0x2C
  }

  /// Passes a string; the range is what stands between its quotes.
  mutating func passString() -> (content: Range<Int>, hasEscapes: Bool) {
    pass(0x22)
    let start = offset
    var hasEscapes = false
    while byte != 0x22 {
      if bytes[offset] == 0x5C {
        hasEscapes = true
        offset &+= 1
      }
      offset &+= 1
    }
    offset &+= 1
    return (start..<(offset - 1), hasEscapes)
  }

  /// Passes a whole value without looking into it.
  mutating func passValue() {
    var depth = 0
    repeat {
      switch byte {
      case 0x22: _ = passString()
      case 0x7B, 0x5B:
        depth &+= 1
        offset &+= 1
      case 0x7D, 0x5D:
        depth &-= 1
        offset &+= 1
      case 0x2C, 0x3A: offset &+= 1
      default: passScalar()
      }
    } while depth > 0
  }

  /// Passes a number, `true`, `false` or `null`.
  mutating func passScalar() {
    let start = offset
    scan: while offset < bytes.count {
      switch bytes[offset] {
      case 0x2C, 0x5D, 0x7D: break scan
      default: offset &+= 1
      }
    }
    precondition(offset > start, "A CanonicalWritable conformance wrote something that is not canonical JSON")
  }

  /// The text of a key or string between `content`, escapes resolved.
  func text(_ content: Range<Int>, hasEscapes: Bool) -> String {
    let slice = UnsafeBufferPointer(rebasing: bytes[content])
    if !hasEscapes { return String(decoding: slice, as: UTF8.self) }
    return String(decoding: Self.unescaped(slice), as: UTF8.self)
  }

  /// The bytes of a string with its escapes resolved; canonical strings escape nothing beyond U+001F, `"` and `\`.
  static func unescaped(_ slice: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(slice.count)
    var index = 0
    while index < slice.count {
      guard slice[index] == 0x5C, index + 1 < slice.count else {
        result.append(slice[index])
        index += 1
        continue
      }
      index += 1
      switch slice[index] {
      case 0x62: result.append(0x08)
      case 0x66: result.append(0x0C)
      case 0x6E: result.append(0x0A)
      case 0x72: result.append(0x0D)
      case 0x74: result.append(0x09)
      case 0x75 where index + 4 < slice.count:
        let digits = String(decoding: slice[(index + 1)...(index + 4)], as: UTF8.self)
        result.append(contentsOf: UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { Array($0.utf8) } ?? [])
        index += 4
      default: result.append(slice[index])
      }
      index += 1
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var utf8: [UInt8] { Array(String(Character(self)).utf8) }
}
