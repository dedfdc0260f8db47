/// The keys of one object with many keys: an open-addressing table over a keyed hash.
///
/// The hash is the standard library's, seeded per process, so nobody can prepare keys that collide.
struct CrowdedKeys {
  /// Zero is free; else 32 bits of hash above the offset of the key's content, which is never 0.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var count = 0

  /// Notes `key`; `false` if it is there already.
  mutating func insert(_ key: JSONKey, in base: UnsafePointer<UInt8>) -> Bool {
    let hash = Self.hash(key)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let known = slots[slot]
      if known >> 32 == hash, KeyTracker.isSame(key, as: Int(known & 0xFFFF_FFFF), in: base) { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = hash << 32 | UInt64(truncatingIfNeeded: key.contentOffset)
    count += 1
    if count * 2 > slots.count { grow() }
    return true
  }

  /// Notes the key whose content begins at `contentOffset`, which is not there yet.
  mutating func adopt(contentOffset: Int, in base: UnsafePointer<UInt8>) {
    _ = insert(KeyTracker.spelledKey(at: contentOffset, in: base), in: base)
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 4)
    for word in old where word != 0 {
      var slot = Int(word >> 32) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = word
    }
  }

  private static func hash(_ key: JSONKey) -> UInt64 {
    var hasher = Hasher()
    key.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    return UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
  }
}
