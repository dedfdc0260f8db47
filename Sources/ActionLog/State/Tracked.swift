import CanonicalJSON

/// A plain value of the state, which is hashed again only after a change.
///
///     @Tracked var count = 0
///     mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
@propertyWrapper
public struct Tracked<Value: Codable & Equatable & Sendable>: Sendable {
  @usableFromInline var value: Value
  @usableFromInline var isTouched = true
  @usableFromInline var seed: UInt64 = 0
  @usableFromInline var digest: UInt64 = 0
  @usableFromInline let coding: ValueCoding<Value>

  /// A part with its first value.
  public init(wrappedValue: Value) {
    value = wrappedValue
    coding = ValueCoding()
  }

  /// The value; any change of it, in place too, marks the part.
  @inlinable
  public var wrappedValue: Value {
    get { value }
    _modify {
      isTouched = true
      yield &value
    }
  }

  /// Takes the digest again where that is due.
  ///
  /// - Complexity: O(1) for a value nobody touched, otherwise O(its JSON).
  @inlinable
  mutating func settle(seed: UInt64, scratch: inout ValueScratch) {
    if !isTouched && self.seed == seed { return }
    digest = coding.digest(value, seed: seed, scratch: &scratch)
    self.seed = seed
    isTouched = false
  }
}

extension Tracked: Equatable {
  /// Whether both values are equal.
  public static func == (left: Tracked, right: Tracked) -> Bool {
    left.value == right.value
  }
}
