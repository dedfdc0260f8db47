/// The name of one effect or timer: the seq of the record that asks for it and its place there.
///
/// Written `41.0`. It is also the idempotency key that a performer hands to the outside world, since an
/// effect may be started again after a restart.
public struct EffectID: Hashable, Comparable, Sendable {
  /// The seq of the record that asks for the effect.
  public let seq: UInt64
  /// The place among the effects of that record, from zero.
  public let index: Int

  /// Names the effect at a place of a record.
  public init(seq: UInt64, index: Int) {
    self.seq = seq
    self.index = index
  }

  /// Reads the journal's spelling, `41.0`; anything else is nil, also leading zeros and signs.
  public init?(_ text: some StringProtocol) {
    var numbers: (UInt64, UInt64) = (0, 0)
    var digits = 0
    var isPastDot = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "."), !isPastDot, digits > 0 {
        isPastDot = true
        digits = 0
        continue
      }
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      let value = isPastDot ? numbers.1 : numbers.0
      guard digits == 0 || value > 0 else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(byte &- UInt8(ascii: "0")))
      guard !overflow, !carry else { return nil }
      if isPastDot { numbers.1 = sum } else { numbers.0 = sum }
      digits += 1
    }
    guard isPastDot, digits > 0, let index = Int(exactly: numbers.1) else { return nil }
    seq = numbers.0
    self.index = index
  }

  /// The journal's spelling, `41.0`.
  public var text: String { "\(seq).\(index)" }

  /// Orders by record, then by place in the record.
  public static func < (left: EffectID, right: EffectID) -> Bool {
    left.seq != right.seq ? left.seq < right.seq : left.index < right.index
  }
}

extension EffectID: CustomStringConvertible {
  /// The journal's spelling.
  public var description: String { text }
}
