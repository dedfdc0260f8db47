/// A strict pull reader over borrowed bytes: RFC 8259, and nothing that two readers could understand differently.
///
/// Duplicate keys (also through escapes), invalid UTF-8, halves of surrogate pairs, a byte order mark, raw control
/// characters, nesting and length past the limits are refused with the offset of the first offending byte.
///
/// The caller drives: `beginObject`, then `nextKey` and a value until `nextKey` gives `nil`; `beginArray`, then
/// `nextElement` and a value until it gives `false`; at last `end`. After an error the reader is of no further use.
/// The reader is a cursor: a copy reads on from the same place. The memory must outlive it and every key it gave out.
public struct JSONReader {
  let base: UnsafePointer<UInt8>
  let count: Int
  /// How many bytes were read.
  public internal(set) var offset = 0
  /// How many more levels may be opened.
  var levelsLeft: Int
  /// Whether a container was opened and nothing in it was read yet.
  var isFresh = false
  /// Whether keys are compared with the ones before; switched off only over bytes that were read once already.
  let checksKeys: Bool
  /// How many values were passed by `skipValue`: where this stays 0, the caller asked for everything that was there.
  package internal(set) var skippedValues = 0
  var keys = KeyTracker()
  private let limits: JSONLimits
  private let isTooLong: Bool

  /// Makes a reader at the start of `bytes`.
  public init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .init()) {
    self.init(bytes, limits: limits, offset: 0, checksKeys: true)
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits, offset: Int, checksKeys: Bool) {
    // An empty buffer may have no address; no byte of it is ever read.
    base = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
    isTooLong = bytes.count > min(limits.length, JSONLimits.longest)
    // A too long input is treated as empty, so that the first call fails; `failure` then says why.
    count = isTooLong ? 0 : bytes.count
    levelsLeft = limits.depth
    self.limits = limits
    self.offset = offset
    self.checksKeys = checksKeys
  }

  /// Passes white space and tells the kind of the value that follows.
  ///
  /// - Throws: `JSONError` where no value can start.
  public mutating func peek() throws(JSONError) -> JSONKind {
    skipWhitespace()
    guard offset < count else { throw failure(.unexpectedEnd, at: count) }
    switch base[offset] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: throw unexpected(at: offset)
    }
  }

  /// Checks that nothing but white space follows.
  public mutating func end() throws(JSONError) {
    skipWhitespace()
    guard offset == count else { throw failure(.trailingBytes, at: offset) }
    guard !isTooLong else { throw failure(.unexpectedEnd, at: 0) }
  }

  @inline(__always)
  mutating func skipWhitespace() {
    while offset < count {
      let byte = base[offset]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset += 1
    }
  }

  /// The error for a byte that cannot stand at `place`, or for the end if `place` is there.
  func unexpected(at place: Int) -> JSONError {
    guard place < count else { return failure(.unexpectedEnd, at: count) }
    return failure(.unexpectedByte(base[place]), at: place)
  }

  /// The error where the value that follows is not what was asked for: of another kind, or not a value at all.
  mutating func mismatch(_ expected: String) -> JSONError {
    do {
      _ = try peek()
      return failure(.typeMismatch(expected: expected), at: offset)
    } catch {
      return error
    }
  }

  @inline(never)
  func failure(_ kind: JSONError.Kind, at place: Int) -> JSONError {
    if isTooLong { return JSONError(.tooLong(limit: min(limits.length, JSONLimits.longest)), at: 0) }
    if place == 0, count >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF {
      return JSONError(.byteOrderMark, at: 0)
    }
    return JSONError(kind, at: place)
  }

  func tooDeep() -> JSONError { failure(.tooDeep(limit: limits.depth), at: offset) }
}
