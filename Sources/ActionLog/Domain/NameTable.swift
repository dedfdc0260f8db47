/// Names to their places in a list, looked up by bytes: no string is made or normalised for a look-up.
@usableFromInline
struct NameTable: Sendable {
  private var slots: [Int32]
  private var names: [[UInt8]]

  /// Holds the names; of two equal ones the first is found.
  init(_ list: [String]) {
    names = list.map { Array($0.utf8) }
    var capacity = 8
    while capacity < names.count * 2 { capacity *= 2 }
    slots = Array(repeating: -1, count: capacity)
    for (place, name) in names.enumerated() {
      let slot = name.withUnsafeBufferPointer { self.slot(of: $0) }
      if slots[slot] < 0 { slots[slot] = Int32(place) }
    }
  }

  /// The place of a name in the list.
  ///
  /// - Complexity: O(length of the name).
  @usableFromInline
  func index(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { index(of: $0) }
  }

  /// The place of a name in the list.
  ///
  /// - Complexity: O(length of the name).
  @usableFromInline
  func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    let place = slots[slot(of: name)]
    return place < 0 ? nil : Int(place)
  }

  /// The slot that holds the name, or the free one where it would stand.
  private func slot(of name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slots.count - 1)
    while slots[slot] >= 0, !Self.isEqual(names[Int(slots[slot])], name) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private static func isEqual(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for place in left.indices where left[place] != right[place] { return false }
    return true
  }
}
