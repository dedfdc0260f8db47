/// A key or string as it stands in the bytes; comparing it allocates nothing.
///
/// Valid as long as the memory that was read.
public struct JSONKey {
  /// The content without escapes, if it had any.
  @usableFromInline let unescaped: [UInt8]?
  @usableFromInline let start: UnsafePointer<UInt8>
  @usableFromInline let count: Int
  /// Where the content begins, behind the quote, in bytes from the start of the input.
  let contentOffset: Int

  init(_ base: UnsafePointer<UInt8>, start: Int, end: Int, isEscaped: Bool) {
    self.start = base + start
    count = end - start
    contentOffset = start
    unescaped = isEscaped ? Escapes.unescaped(base, start, end) : nil
  }

  /// Where the opening quote is, in bytes from the start of the input.
  public var offset: Int { contentOffset - 1 }

  /// The bytes between the quotes as they were spelled, in bytes from the start of the input.
  public var spelledRange: Range<Int> { contentOffset..<contentOffset + count }

  /// Whether the spelling has escapes.
  public var isEscaped: Bool { unescaped != nil }

  /// The content as a string of its own.
  public var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// The content as bytes of its own.
  public var bytes: [UInt8] { withBytes { [UInt8]($0) } }

  /// Lends the content as UTF-8.
  @inlinable
  public func withBytes<R, E: Error>(_ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R) throws(E) -> R {
    guard let unescaped else { return try body(UnsafeBufferPointer(start: start, count: count)) }
    return try unescaped.withUnsafeBufferPointer(body)
  }

  /// Whether the content is `name`, byte for byte.
  @inlinable
  public static func == (key: JSONKey, name: StaticString) -> Bool {
    if key.unescaped == nil {
      guard key.count == name.utf8CodeUnitCount else { return false }
      return name.withUTF8Buffer { key.equalsSpelled($0) }
    }
    return name.withUTF8Buffer { wanted in key.withBytes { $0.elementsEqual(wanted) } }
  }

  /// Whether the content is `name`, byte for byte.
  ///
  /// For names that are made at run time; a literal goes to the comparison that makes no string.
  @_disfavoredOverload
  public static func == (key: JSONKey, name: String) -> Bool {
    var name = name
    return name.withUTF8 { wanted in key.withBytes { $0.elementsEqual(wanted) } }
  }

  /// Lets a key be the subject of a `switch` over names.
  @inlinable
  public static func ~= (name: StaticString, key: JSONKey) -> Bool { key == name }

  /// Compares eight bytes at a time; both have `count` bytes.
  @inlinable
  func equalsSpelled(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let wanted = other.baseAddress else { return count == 0 }
    let mine = UnsafeRawPointer(start)
    let theirs = UnsafeRawPointer(wanted)
    var place = 0
    while place &+ 8 <= count {
      if mine.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        != theirs.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      {
        return false
      }
      place &+= 8
    }
    while place < count {
      if start[place] != wanted[place] { return false }
      place &+= 1
    }
    return true
  }
}
