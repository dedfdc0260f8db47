extension Array where Element == UInt8 {
  /// Lends a reader over the bytes; neither it nor its keys may leave `body`.
  @inlinable
  public func withJSONReader<R, E: Error>(
    limits: JSONLimits = JSONLimits(), _ body: (inout JSONReader) throws(E) -> R
  ) throws(E) -> R {
    try withUnsafeBufferPointer { (bytes: UnsafeBufferPointer<UInt8>) throws(E) -> R in
      var reader = JSONReader(bytes, limits: limits)
      return try body(&reader)
    }
  }
}
