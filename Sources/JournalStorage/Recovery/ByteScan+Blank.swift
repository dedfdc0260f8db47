import RecordFormat

extension ByteScan {
  static let lineFeed: UInt8 = 0x0A

  /// The index of the first `byte` at or behind `start`, or nil.
  ///
  /// - Complexity: O(distance), eight bytes per step.
  static func first(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[start...])
    return firstIndex(of: byte, in: rest).map { start &+ $0 }
  }

  /// Whether a byte is what unwritten space consists of: 0x0A or NUL.
  static func isBlank(_ byte: UInt8) -> Bool { byte == lineFeed || byte == 0 }

  /// The index of the first byte at or behind `start` that is neither 0x0A nor NUL; the end if there is none.
  static func firstText(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, isBlank(bytes[index]) { index += 1 }
    return index
  }

  /// The length without the run of 0x0A and NUL at the end.
  static func lengthWithoutBlankTail(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var end = bytes.count
    while end > 0, isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// A part of the bytes, borrowed like the whole.
  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: self[range]) }
}
