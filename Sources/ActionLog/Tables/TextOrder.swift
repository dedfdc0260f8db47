/// Comparison of texts by their UTF-8 bytes: `String` itself compares by Unicode equivalence, which would make
/// two different ids one key.
@usableFromInline
enum TextOrder {
  /// Whether both texts are the same bytes.
  @usableFromInline
  static func areEqual(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && compare(left, right) == 0
  }

  /// Whether `left` comes before `right`.
  @usableFromInline
  static func precedes(_ left: String, _ right: String) -> Bool {
    compare(left, right) < 0
  }

  /// Negative, zero or positive as `left` comes before, equals or comes after `right`.
  ///
  /// - Complexity: O(shared prefix), eight bytes at a time.
  @usableFromInline
  static func compare(_ left: String, _ right: String) -> Int {
    let direct = left.utf8.withContiguousStorageIfAvailable { leftBytes in
      right.utf8.withContiguousStorageIfAvailable { rightBytes in
        compare(UnsafeRawBufferPointer(leftBytes), UnsafeRawBufferPointer(rightBytes))
      }
    }
    if let direct, let result = direct { return result }
    return Array(left.utf8).withUnsafeBytes { leftBytes in
      Array(right.utf8).withUnsafeBytes { compare(leftBytes, $0) }
    }
  }

  private static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let shared = min(left.count, right.count)
    var offset = 0
    while offset &+ 8 <= shared {
      let leftWord = UInt64(bigEndian: left.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let rightWord = UInt64(bigEndian: right.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      if leftWord != rightWord { return leftWord < rightWord ? -1 : 1 }
      offset &+= 8
    }
    while offset < shared {
      if left[offset] != right[offset] { return left[offset] < right[offset] ? -1 : 1 }
      offset &+= 1
    }
    return left.count - right.count
  }
}
