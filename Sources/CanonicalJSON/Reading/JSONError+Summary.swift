extension JSONError: CustomStringConvertible {
  /// What was wrong and where, as one plain phrase.
  public var summary: String { "\(kind.phrase) at byte \(offset)" }

  /// The same as `summary`.
  public var description: String { summary }
}

extension JSONError.Kind {
  /// What was wrong, as one plain phrase without a place.
  public var phrase: String {
    switch self {
    case .unexpectedByte(let byte): "unexpected \(Self.shown(byte))"
    case .unexpectedEnd: "unexpected end"
    case .invalidUTF8: "not UTF-8"
    case .loneSurrogate: "half of a surrogate pair"
    case .controlCharacter(let byte): "raw control character \(Self.shown(byte)) in a string"
    case .invalidEscape: "unknown escape"
    case .invalidNumber: "misspelled number"
    case .numberOutOfRange: "number out of range"
    case .duplicateKey: "duplicate key"
    case .tooDeep(let limit): "nested deeper than \(limit)"
    case .tooLong(let limit): "longer than \(limit) bytes"
    case .byteOrderMark: "byte order mark"
    case .trailingBytes: "something follows the value"
    case .typeMismatch(let expected): "expected \(expected)"
    case .missingMember(let name): "missing member \"\(name)\""
    case .refused(let why): why
    }
  }

  private static func shown(_ byte: UInt8) -> String {
    guard byte < 0x21 || byte > 0x7E else { return "'\(Unicode.Scalar(byte))'" }
    let digits = String(byte, radix: 16)
    return "byte 0x" + (digits.utf8.count == 1 ? "0" : "") + digits
  }
}
