extension JSONWriter {
  /// Writes a key and its colon.
  public mutating func key(_ name: StaticString) {
    separate()
    name.withUTF8Buffer { Self.appendQuoted($0, to: &bytes) }
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a key and its colon.
  public mutating func key(_ name: String) {
    separate()
    Self.appendQuoted(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string.
  public mutating func string(_ value: String) {
    separate()
    Self.appendQuoted(value, to: &bytes)
    needsComma = true
  }

  /// Writes a string whose content is known to be UTF-8.
  public mutating func string(utf8 content: UnsafeBufferPointer<UInt8>) {
    separate()
    Self.appendQuoted(content, to: &bytes)
    needsComma = true
  }

  /// Writes a key whose name is known to be UTF-8, and its colon.
  public mutating func key(utf8 name: UnsafeBufferPointer<UInt8>) {
    separate()
    Self.appendQuoted(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a time as a string, in its RFC 3339 spelling.
  package mutating func string(_ time: Timestamp) {
    quoted { time.write(into: &$0) }
  }

  /// Writes a number as a string of sixteen hex digits.
  package mutating func string(hex16 number: UInt64) {
    quoted { Hex.append(number, to: &$0) }
  }

  /// Writes a string whose content `write` appends; nothing of it needs an escape.
  private mutating func quoted(_ write: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    write(&bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Appends a string with its quotes.
  package static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { appendQuoted($0, to: &bytes) }
  }

  /// RFC 8785, section 3.2.2.2: only quotes, backslashes and control characters are escaped.
  ///
  /// The room is made once, not for each run between two escapes: for a short text as if all of it were escaped, for
  /// a long one the escapes are counted first.
  static func appendQuoted(_ content: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    let room = content.count <= shortText ? longestEscape * content.count : content.count + escapeBytes(content)
    bytes.append(addingCapacity: room + 2) { text in
      text.append(UInt8(ascii: "\""))
      var place = 0
      forEachEscape(content) { stop in
        text.append(copying: UnsafeBufferPointer(rebasing: content[place..<stop]))
        appendEscape(content[stop], to: &text)
        place = stop + 1
      }
      text.append(copying: UnsafeBufferPointer(rebasing: content[place...]))
      text.append(UInt8(ascii: "\""))
    }
  }

  private static var shortText: Int { 512 }
  private static var longestEscape: Int { 6 }

  /// How many bytes the escapes add.
  private static func escapeBytes(_ content: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    forEachEscape(content) { count += shortEscape(content[$0]) == nil ? longestEscape - 1 : 1 }
    return count
  }

  /// Calls `body` with each place that needs an escape.
  @inline(__always)
  private static func forEachEscape(_ content: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
    guard let base = content.baseAddress else { return }
    var place = ByteScan.firstToEscape(base, from: 0, to: content.count)
    while place < content.count {
      body(place)
      place = ByteScan.firstToEscape(base, from: place + 1, to: content.count)
    }
  }

  private static func appendEscape(_ byte: UInt8, to text: inout OutputSpan<UInt8>) {
    text.append(UInt8(ascii: "\\"))
    if let letter = shortEscape(byte) { return text.append(letter) }
    text.append(UInt8(ascii: "u"))
    text.append(repeating: UInt8(ascii: "0"), count: 2)
    text.append(Hex.digit(byte >> 4))
    text.append(Hex.digit(byte & 0xF))
  }

  /// What stands behind the backslash where two bytes are enough.
  private static func shortEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x08: UInt8(ascii: "b")
    case 0x09: UInt8(ascii: "t")
    case 0x0A: UInt8(ascii: "n")
    case 0x0C: UInt8(ascii: "f")
    case 0x0D: UInt8(ascii: "r")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
    default: nil
    }
  }
}
