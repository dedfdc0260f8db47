import CanonicalJSON

/// JSON values in one short line, for people.
enum ShownValue {
  /// Characters of a value that are shown.
  private static let longest = 160

  static func text(_ value: JSONValue?) -> String {
    guard let value else { return "(absent)" }
    return text(value.canonicalBytes)
  }

  static func text(_ json: [UInt8]) -> String { cut(String(decoding: json, as: UTF8.self)) }

  /// The text, with what is too long cut out of its middle, where two long values differ least often.
  static func cut(_ text: String) -> String {
    guard text.utf8.count > longest, text.count > longest else { return text }
    let kept = longest / 2
    return "\(text.prefix(kept)) … \(text.count - 2 * kept) characters … \(text.suffix(kept))"
  }
}
