/// Knows the keys of every object that is open, to refuse one that comes twice.
///
/// A key is one word: 32 bits of hash above 32 bits of offset. The words of all open objects form one stack; the first
/// of them stand inside the reader, so that common records need no allocation. An object of many keys gets a table.
struct KeyTracker {
  /// Up to this many keys of one object are compared one by one.
  private static let crowd = 16
  private static let inlineCount = 24

  private var inline = InlineArray<24, UInt64>(repeating: 0)
  private var spill: [UInt64] = []
  private var top = 0
  /// The place of the innermost object's first key.
  private var first = 0
  private var isCrowded = false
  /// One per open object with many keys.
  private var crowds: [CrowdedKeys] = []

  /// Begins an object.
  mutating func open() {
    push(UInt64(truncatingIfNeeded: first) << 1 | (isCrowded ? 1 : 0))
    first = top
    isCrowded = false
  }

  /// Ends the innermost object, and goes on with the one around it.
  mutating func close() {
    if isCrowded { crowds.removeLast() }
    let outer = word(first - 1)
    cut(to: first - 1)
    first = Int(outer >> 1)
    isCrowded = outer & 1 == 1
  }

  /// Notes `key`, which stands in the bytes at `base`; `false` if the innermost object has it already.
  mutating func insert(_ key: JSONKey, in base: UnsafePointer<UInt8>) -> Bool {
    if isCrowded { return crowds[crowds.count - 1].insert(key, in: base) }
    let hash = KeyTracker.hash(key)
    if isKnown(key, hash, in: base) { return false }
    push(hash << 32 | UInt64(truncatingIfNeeded: key.contentOffset))
    if top - first > Self.crowd { becomeCrowded(base) }
    return true
  }

  @inline(__always)
  private mutating func isKnown(_ key: JSONKey, _ hash: UInt64, in base: UnsafePointer<UInt8>) -> Bool {
    let inlineEnd = min(top, Self.inlineCount)
    let start = first
    let isNear = withNear { near in
      var place = start
      while place < inlineEnd {
        let known = near[place]
        if known >> 32 == hash, KeyTracker.isSame(key, as: Int(known & 0xFFFF_FFFF), in: base) { return true }
        place &+= 1
      }
      return false
    }
    if isNear { return true }
    var place = max(first, Self.inlineCount)
    while place < top {
      let known = spill[place - Self.inlineCount]
      if known >> 32 == hash, KeyTracker.isSame(key, as: Int(known & 0xFFFF_FFFF), in: base) { return true }
      place &+= 1
    }
    return false
  }

  private mutating func becomeCrowded(_ base: UnsafePointer<UInt8>) {
    var crowd = CrowdedKeys()
    for place in first..<top { crowd.adopt(contentOffset: Int(word(place) & 0xFFFF_FFFF), in: base) }
    crowds.append(crowd)
    isCrowded = true
    cut(to: first)
  }

  /// Lends the words inside the reader in place; reading one by subscript copies all of them.
  @inline(__always)
  private mutating func withNear<R>(_ body: (UnsafeMutablePointer<UInt64>) -> R) -> R {
    withUnsafeMutableBytes(of: &inline) { bytes in
      body(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt64.self))
    }
  }

  @inline(__always)
  private mutating func word(_ place: Int) -> UInt64 {
    place < Self.inlineCount ? withNear { $0[place] } : spill[place - Self.inlineCount]
  }

  @inline(__always)
  private mutating func push(_ word: UInt64) {
    if top < Self.inlineCount {
      let place = top
      withNear { $0[place] = word }
    } else {
      spill.append(word)
    }
    top += 1
  }

  @inline(__always)
  private mutating func cut(to newTop: Int) {
    top = newTop
    if !spill.isEmpty { spill.removeSubrange(max(0, newTop - Self.inlineCount)...) }
  }

  /// A cheap hash of 32 bits; crafted keys can make it collide, which costs a comparison with `crowd` others at most.
  @inline(__always)
  private static func hash(_ key: JSONKey) -> UInt64 {
    key.withBytes { bytes in
      var head: UInt64 = 0
      var tail: UInt64 = 0
      if let base = bytes.baseAddress {
        if bytes.count >= 8 {
          head = ByteScan.word(base, at: 0)
          tail = ByteScan.word(base, at: bytes.count - 8)
        } else {
          for byte in bytes { head = head << 8 | UInt64(byte) }
        }
      }
      let mixed = (head ^ (tail &* 0x9E37_79B1_85EB_CA87) ^ UInt64(bytes.count)) &* 0xC2B2_AE3D_27D4_EB4F
      return mixed >> 32
    }
  }

  /// Whether the key whose content begins at `contentOffset` is equal to `key`.
  static func isSame(_ key: JSONKey, as contentOffset: Int, in base: UnsafePointer<UInt8>) -> Bool {
    let known = spelledKey(at: contentOffset, in: base)
    return key.withBytes { mine in known.withBytes { mine.elementsEqual($0) } }
  }

  /// The key whose content begins at `contentOffset`; it was checked before.
  static func spelledKey(at contentOffset: Int, in base: UnsafePointer<UInt8>) -> JSONKey {
    var place = contentOffset
    var isEscaped = false
    while base[place] != UInt8(ascii: "\"") {
      if base[place] == UInt8(ascii: "\\") {
        isEscaped = true
        place += 1
      }
      place += 1
    }
    return JSONKey(base, start: contentOffset, end: place, isEscaped: isEscaped)
  }
}
