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

  static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { appendQuoted($0, to: &bytes) }
  }

  /// RFC 8785, section 3.2.2.2: only quotes, backslashes and control characters are escaped.
  static func appendQuoted(_ content: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if let base = content.baseAddress {
      var place = 0
      while true {
        let stop = ByteScan.firstToEscape(base, from: place, to: content.count)
        bytes.append(contentsOf: UnsafeBufferPointer(start: base + place, count: stop - place))
        guard stop < content.count else { break }
        appendEscape(base[stop], to: &bytes)
        place = stop + 1
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      bytes.append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
      bytes.append(Hex.digit(byte >> 4))
      bytes.append(Hex.digit(byte & 0xF))
    }
  }
}
