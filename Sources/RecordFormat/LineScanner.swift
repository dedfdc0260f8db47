import CanonicalJSON

/// Moves over the bytes of a line that has the usual form; each step takes a token whole or says no.
struct LineScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let base: UnsafeRawPointer
  private let end: Int
  private var at = 0

  /// - Parameter end: where to stop; at least 16 readable bytes must follow there (a line's suffix does).
  init(_ bytes: UnsafeBufferPointer<UInt8>, end: Int) {
    self.bytes = bytes
    // Only lines with a suffix are scanned, and those have an address.
    base = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
    self.end = end
  }

  var isAtEnd: Bool { at == end }

  /// Takes exactly this text, if it is next.
  @inline(__always)
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard at &+ count <= end else { return false }
    let wanted = text.utf8Start
    var index = 0
    while index < count {
      if base.load(fromByteOffset: at &+ index, as: UInt8.self) != wanted[index] { return false }
      index &+= 1
    }
    at &+= count
    return true
  }

  /// Takes an integer of up to nineteen digits, without sign, fraction or exponent.
  @inline(__always)
  mutating func number() -> UInt64? {
    let start = at
    var value: UInt64 = 0
    while at < end {
      let digit = base.load(fromByteOffset: at, as: UInt8.self) &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ UInt64(digit)
      at &+= 1
    }
    let count = at &- start
    guard count > 0, count < 20, at < bytes.count else { return nil }
    if count > 1, bytes[start] == UInt8(ascii: "0") { return nil }
    // What cannot follow an integer (`.`, `e`) is refused by the next step, which wants a comma or a brace.
    return value
  }

  /// Takes the 27 characters of a time, without quotes.
  mutating func time() -> Timestamp? {
    guard at + Timestamp.recordTimeLength <= end else { return nil }
    let slice = UnsafeBufferPointer(rebasing: bytes[at..<at + Timestamp.recordTimeLength])
    guard let time = Timestamp(recordTime: slice) else { return nil }
    at += Timestamp.recordTimeLength
    return time
  }

  /// Takes a string with its quotes.
  mutating func string() -> Place? {
    guard at < end, bytes[at] == UInt8(ascii: "\"") else { return nil }
    var index = at &+ 1
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while index < end {
      // Eight bytes at a time, as long as none is a quote, a backslash, a control character or beyond ASCII.
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quote = word ^ ones &* 0x22
      let backslash = word ^ ones &* 0x5c
      let stops = (word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & highs
      if stops == 0 {
        index &+= 8
        continue
      }
      index &+= stops.trailingZeroBitCount >> 3
      break
    }
    guard index < end else { return nil }
    guard bytes[index] == UInt8(ascii: "\"") else { return value(startingWith: UInt8(ascii: "\"")) }
    let place = Place(at..<index &+ 1)
    at = index &+ 1
    return place
  }

  /// Takes an object, checked in full.
  mutating func object() -> Place? { value(startingWith: UInt8(ascii: "{")) }

  /// Takes an array, checked in full.
  mutating func array() -> Place? { value(startingWith: UInt8(ascii: "[")) }

  /// Takes an origin: at once where it is a client's three numbers, else like any object.
  mutating func origin() -> Place? {
    let start = at
    if take(#"{"uid":"#), number() != nil, take(#","gid":"#), number() != nil, take(#","pid":"#), number() != nil,
      take("}")
    {
      return Place(start..<at)
    }
    at = start
    return object()
  }

  /// Takes sixteen lowercase hex digits.
  mutating func hex16() -> UInt64? {
    guard at &+ 16 <= end,
      let high = HexDigits.decode(UInt64(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt64.self))),
      let low = HexDigits.decode(UInt64(littleEndian: base.loadUnaligned(fromByteOffset: at &+ 8, as: UInt64.self)))
    else { return nil }
    at &+= 16
    return UInt64(high.byteSwapped) << 32 | UInt64(low.byteSwapped)
  }

  // One level less than a whole line may have: what is deeper is left to the reader of any form.
  private static let limits = JSONLimits(depth: JSONLimits.unlimited.depth - 1, length: RecordLine.longest)

  private mutating func value(startingWith first: UInt8) -> Place? {
    guard at < end, bytes[at] == first else { return nil }
    if first == UInt8(ascii: "{"), at &+ 1 < end, bytes[at &+ 1] == UInt8(ascii: "}") {
      defer { at &+= 2 }
      return Place(at..<at &+ 2)
    }
    var reader = JSONReader(UnsafeBufferPointer(rebasing: bytes[at..<end]), limits: Self.limits)
    do throws(JSONError) {
      let range = try reader.skipValue()
      let place = Place(at..<at + range.upperBound)
      at += range.upperBound
      return place
    } catch {
      return nil
    }
  }
}
