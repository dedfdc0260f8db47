/// Appends JSON in canonical spelling: no white space, RFC 8785 strings, digits for integers, ECMAScript doubles.
///
/// Commas come by themselves. The caller is responsible for the order of keys and for closing what was opened.
public struct JSONWriter: Sendable {
  /// What was written so far.
  public internal(set) var bytes: [UInt8]
  /// Whether a value stands before the cursor on the same level.
  var needsComma = false

  /// Makes an empty writer with room for `capacity` bytes.
  public init(reservingCapacity capacity: Int = 256) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Makes a writer that appends behind `bytes`, whose memory it takes over.
  public init(appendingTo bytes: consuming [UInt8]) { self.bytes = bytes }

  /// Forgets what was written, and keeps the memory if asked to.
  public mutating func clear(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
    needsComma = false
  }

  /// Hands out what was written without a copy, and is empty then.
  public mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    needsComma = false
    return taken
  }

  /// Opens an object.
  public mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  /// Closes an object.
  public mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Opens an array.
  public mutating func beginArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
  }

  /// Closes an array.
  public mutating func endArray() {
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    literal(value ? "true" : "false")
  }

  /// Writes `null`.
  public mutating func null() { literal("null") }

  /// Writes a value that is JSON already, as it is.
  @inlinable
  public mutating func raw(_ json: some Collection<UInt8>) {
    let isDone: Void? = json.withContiguousStorageIfAvailable { raw(buffer: $0) }
    if isDone == nil { raw(buffer: [UInt8](json)) }
  }

  @usableFromInline
  mutating func raw(buffer: UnsafeBufferPointer<UInt8>) {
    separate()
    bytes.append(contentsOf: buffer)
    needsComma = true
  }

  @usableFromInline
  mutating func raw(buffer: [UInt8]) {
    separate()
    bytes.append(contentsOf: buffer)
    needsComma = true
  }

  private mutating func literal(_ text: StaticString) {
    separate()
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    needsComma = true
  }

  @inline(__always)
  mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}
