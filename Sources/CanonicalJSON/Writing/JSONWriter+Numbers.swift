extension JSONWriter {
  /// Writes an integer as its digits.
  @inlinable
  public mutating func integer(_ value: some FixedWidthInteger) {
    if value.bitWidth <= 64 {
      digits(UInt64(truncatingIfNeeded: value.magnitude), isNegative: value < 0)
    } else {
      raw(String(value).utf8)
    }
  }

  /// Writes a finite double as ECMAScript does: the shortest digits that read back as the same value.
  ///
  /// Minus zero is written as `0`. JSON has no spelling for NaN and the infinities; they are written as `null`, and
  /// whoever must not lose them refuses them before.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    ECMAScriptNumber.append(value, to: &bytes)
    needsComma = true
  }

  /// Writes a finite float with the shortest digits that read back as the same float.
  public mutating func float(_ value: Float) {
    guard value.isFinite else { return null() }
    separate()
    ECMAScriptNumber.append(value, to: &bytes)
    needsComma = true
  }

  @usableFromInline
  mutating func digits(_ magnitude: UInt64, isNegative: Bool) {
    separate()
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    Decimal.append(magnitude, to: &bytes)
    needsComma = true
  }
}
