/// One spelling for every JSON value, straight from bytes to bytes.
public enum CanonicalForm {
  /// How numbers are spelled.
  public enum Numbers: Sendable {
    /// As they are, so that no digit is lost.
    case asSpelled
    /// As RFC 8785 says: every number is the nearest double, spelled as ECMAScript does.
    case ecmaScript
  }

  /// The canonical spelling of the value in `bytes`: RFC 8785 for strings, the order of keys and white space.
  ///
  /// - Throws: `JSONError` for everything that `JSONReader` refuses, and `numberOutOfRange` for `ecmaScript` numbers
  ///   past all doubles.
  /// - Complexity: O(n), and sorting for objects whose keys are not in order.
  public static func canonicalize(
    _ bytes: UnsafeBufferPointer<UInt8>, numbers: Numbers = .asSpelled, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> [UInt8] {
    var reader = JSONReader(bytes, limits: bounded(limits))
    let tape = try JSONTape(&reader)
    var writer = JSONWriter(reservingCapacity: bytes.count)
    try write(0, of: tape, numbers, to: &writer)
    return writer.take()
  }

  /// The canonical spelling of the value in `bytes`.
  ///
  /// - Throws: as for a buffer.
  public static func canonicalize(
    _ bytes: [UInt8], numbers: Numbers = .asSpelled, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> [UInt8] {
    try bytes.withUnsafeBufferPointer { (buffer: UnsafeBufferPointer<UInt8>) throws(JSONError) -> [UInt8] in
      try canonicalize(buffer, numbers: numbers, limits: limits)
    }
  }

  /// Appends the value in `bytes` as it is spelled, less the white space between tokens.
  ///
  /// - Throws: `JSONError` for everything that `JSONReader` refuses; then nothing was appended.
  /// - Complexity: O(n).
  public static func minify(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = JSONLimits(), into target: inout [UInt8]
  ) throws(JSONError) {
    var reader = JSONReader(bytes, limits: limits)
    let range = try reader.skipValue()
    try reader.end()
    appendTokens(reader.base, range, to: &target)
  }

  /// Appends the value in `bytes` as it is spelled, less the white space between tokens.
  ///
  /// - Throws: as for a buffer.
  public static func minify(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits(), into target: inout [UInt8]
  ) throws(JSONError) {
    try bytes.withUnsafeBufferPointer { (buffer: UnsafeBufferPointer<UInt8>) throws(JSONError) in
      try minify(buffer, limits: limits, into: &target)
    }
  }

  /// Copies runs of bytes between white space; inside strings there is none to cut.
  static func appendTokens(_ base: UnsafePointer<UInt8>, _ range: Range<Int>, to target: inout [UInt8]) {
    target.reserveCapacity(target.count + range.count)
    var runStart = range.lowerBound
    var place = range.lowerBound
    while place < range.upperBound {
      let byte = base[place]
      if byte == UInt8(ascii: "\"") {
        place = endOfString(base, place, range.upperBound)
      } else if byte <= 0x20 {
        target.append(contentsOf: UnsafeBufferPointer(start: base + runStart, count: place - runStart))
        place += 1
        runStart = place
      } else {
        place += 1
      }
    }
    target.append(contentsOf: UnsafeBufferPointer(start: base + runStart, count: place - runStart))
  }

  private static func endOfString(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var place = ByteScan.firstToEscape(base, from: start + 1, to: end)
    while place < end, base[place] == UInt8(ascii: "\\") {
      place = ByteScan.firstToEscape(base, from: place + 2, to: end)
    }
    return place + 1
  }

  /// Writing recurses, so it has a depth that no limit lifts.
  private static func bounded(_ limits: JSONLimits) -> JSONLimits {
    JSONLimits(depth: min(limits.depth, JSONLimits.deepestTree), length: limits.length)
  }
}
