/// A set of slots of one node, at most 64, that moves with them.
@usableFromInline
struct SlotMask: Equatable, Sendable {
  @usableFromInline var bits: UInt64 = 0

  @inlinable
  init() {}

  /// The slots `0..<count`.
  @inlinable
  init(all count: Int) {
    bits = count == 64 ? .max : (1 &<< UInt64(count)) &- 1
  }

  @inlinable var isEmpty: Bool { bits == 0 }

  @inlinable
  func contains(_ slot: Int) -> Bool {
    bits & (1 &<< UInt64(slot)) != 0
  }

  @inlinable
  mutating func insert(_ slot: Int) {
    bits |= 1 &<< UInt64(slot)
  }

  @inlinable
  mutating func remove(_ slot: Int) {
    bits &= ~(1 &<< UInt64(slot))
  }

  /// Removes and gives the lowest slot.
  @inlinable
  mutating func popFirst() -> Int? {
    if bits == 0 { return nil }
    let slot = bits.trailingZeroBitCount
    bits &= bits &- 1
    return slot
  }

  /// Makes room at `slot`: what was there and behind moves up by one.
  @inlinable
  mutating func openGap(at slot: Int, isMember: Bool) {
    let below: UInt64 = (1 &<< UInt64(slot)) &- 1
    bits = (bits & below) | ((bits & ~below) &<< 1)
    if isMember { insert(slot) }
  }

  /// Takes `slot` away: what was behind it moves down by one.
  @inlinable
  mutating func closeGap(at slot: Int) {
    let below: UInt64 = (1 &<< UInt64(slot)) &- 1
    bits = (bits & below) | ((bits &>> 1) & ~below)
  }

  /// Cuts the slots from `slot` on off and gives them, counted from 0.
  @inlinable
  mutating func split(at slot: Int) -> SlotMask {
    var upper = SlotMask()
    upper.bits = bits &>> UInt64(slot)
    bits &= (1 &<< UInt64(slot)) &- 1
    return upper
  }

  /// Appends the slots of a right neighbour behind `count` of our own.
  @inlinable
  mutating func append(_ other: SlotMask, behind count: Int) {
    bits |= other.bits &<< UInt64(count)
  }
}
