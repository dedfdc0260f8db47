import CanonicalJSON

extension [UInt8] {
  /// Appends text of ours, as it is.
  mutating func append(_ literal: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  /// Appends a member: `key` with its punctuation, then the string; nothing where there is no value.
  mutating func append(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    append(key)
    append(quoted: value)
  }

  /// Appends a JSON string in canonical spelling.
  mutating func append(quoted text: String) {
    JSONWriter.appendQuoted(text, to: &self)
  }

  /// Appends the digits of a number.
  mutating func append(decimal number: UInt64) {
    Decimal.append(number, to: &self)
  }

  /// Appends sixteen lowercase hex digits.
  mutating func append(hex number: UInt64) {
    Hex.append(number, to: &self)
  }
}
