import CanonicalJSON

/// What a run of list elements contributes to the digest: how many, their polynomial and the power to join it by.
///
/// The polynomial is Σ e(i)·B^(n−1−i) with e(i) the hash of element i, so two runs join without being read again:
/// P(xy) = P(x)·B^|y| + P(y).
@usableFromInline
struct ListSummary: Equatable, Sendable {
  /// The base B of the polynomial.
  @usableFromInline static let base: UInt64 = 0x9E37_79B1_85EB_CA87

  @usableFromInline var count = 0
  @usableFromInline var polynomial: UInt64 = 0
  @usableFromInline var power: UInt64 = 1

  @inlinable
  init() {}

  /// A summary whose count is known and whose polynomial is not yet.
  @inlinable
  init(unsettledCount count: Int) {
    self.count = count
  }

  /// Appends one element by its hash.
  @inlinable
  mutating func append(_ hash: UInt64) {
    count &+= 1
    polynomial = polynomial &* Self.base &+ hash
    power = power &* Self.base
  }

  /// Appends a whole run.
  @inlinable
  mutating func append(_ run: ListSummary) {
    count &+= run.count
    polynomial = polynomial &* run.power &+ run.polynomial
    power = power &* run.power
  }

  /// The hash of the leaf `[n,"<16 hex>"]` that stands for the array.
  @usableFromInline
  func leafHash(seed: UInt64) -> UInt64 {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 48) { buffer in
      var length = 0
      func put(_ byte: UInt8) {
        buffer.initializeElement(at: length, to: byte)
        length += 1
      }
      put(0x5B)
      var rest = count
      repeat {
        put(UInt8(truncatingIfNeeded: 0x30 + rest % 10))
        rest /= 10
      } while rest > 0
      // The digits came last first.
      buffer[1..<length].reverse()
      put(0x2C)
      put(0x22)
      withUnsafeBytes(of: HexDigits.encode(number: polynomial)) { $0.forEach(put) }
      put(0x22)
      put(0x5D)
      return XXH64.hash(UnsafeRawBufferPointer(start: buffer.baseAddress, count: length), seed: seed)
    }
  }
}
