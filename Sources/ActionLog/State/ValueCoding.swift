import CanonicalJSON

/// Room to spell one value after another without allocating for each.
@usableFromInline
struct ValueScratch: Sendable {
  @usableFromInline var writer: JSONWriter
  /// Whether a value had no JSON; what was taken of it since is worth nothing.
  @usableFromInline var hasRefused = false

  @usableFromInline
  init() {
    writer = JSONWriter(reservingCapacity: 512)
  }
}

/// How values of one type are spelled in canonical JSON, and digested.
///
/// The fast way is chosen once, when a part is made, and not at every change.
///
/// `@unchecked Sendable`: the closure captures nothing but the type it writes, and the values themselves are
/// `Sendable`; only the metatype of a conformance found by a cast cannot be shown to the compiler to be so.
@usableFromInline
struct ValueCoding<Value: Encodable & Sendable>: @unchecked Sendable {
  /// Throws where the value has no JSON; nothing is written then.
  private let spell: (Value, inout JSONWriter) throws -> Void

  @usableFromInline
  init() {
    spell = ValueSpelling.choose(for: Value.self)
  }

  /// The digest of a value whose path hashes to `seed`: the sum over its leaves.
  @usableFromInline
  func digest(_ value: Value, seed: UInt64, scratch: inout ValueScratch) -> UInt64 {
    spell(value, into: &scratch)
    return scratch.writer.bytes.withUnsafeBufferPointer { CanonicalWalker.digest($0, seed: seed) }
  }

  /// The hash of the canonical bytes of a list element.
  @usableFromInline
  func hash(_ value: Value, scratch: inout ValueScratch) -> UInt64 {
    spell(value, into: &scratch)
    return scratch.writer.bytes.withUnsafeBytes { XXH64.hash($0, seed: 0) }
  }

  private func spell(_ value: Value, into scratch: inout ValueScratch) {
    scratch.writer.clear(keepingCapacity: true)
    do {
      try spell(value, &scratch.writer)
    } catch {
      scratch.hasRefused = true
      scratch.writer.null()
    }
  }

  /// Writes a value; one that has no JSON as `null`, as the state that holds it is refused when it is settled.
  func write(_ value: Value, _ writer: inout JSONWriter) {
    do {
      try spell(value, &writer)
    } catch {
      writer.null()
    }
  }

  /// Why a value has no JSON; nil for one that has.
  func refusal(of value: Value) -> (any Error)? {
    var writer = JSONWriter()
    do {
      try spell(value, &writer)
      return nil
    } catch {
      return error
    }
  }

  /// The canonical bytes of a value.
  func bytes(_ value: Value) -> [UInt8] {
    var writer = JSONWriter()
    write(value, &writer)
    return writer.bytes
  }
}

/// The ways to spell a value, fastest first.
enum ValueSpelling {
  static func choose<Value: Encodable & Sendable>(
    for type: Value.Type
  ) -> (Value, inout JSONWriter) throws -> Void {
    if let writable = type as? any CanonicalWritable.Type { return writing(type, as: writable) }
    if let plain = plain(type) { return plain }
    return { value, writer in writer.raw(try CanonicalEncoder().encode(value)) }
  }

  private static func writing<Value, Writable: CanonicalWritable>(
    _: Value.Type, as _: Writable.Type
  ) -> (Value, inout JSONWriter) -> Void {
    // `Writable` is `Value` under another name, so this is the value itself.
    { unsafeBitCast($0, to: Writable.self).write(to: &$1) }
  }

  private static func plain<Value>(_ type: Value.Type) -> ((Value, inout JSONWriter) -> Void)? {
    // Each comparison proves that `Value` is the type it is cast to.
    if type == String.self { return { $1.string(unsafeBitCast($0, to: String.self)) } }
    if type == Bool.self { return { $1.bool(unsafeBitCast($0, to: Bool.self)) } }
    if type == Int.self { return { $1.integer(unsafeBitCast($0, to: Int.self)) } }
    if type == Int64.self { return { $1.integer(unsafeBitCast($0, to: Int64.self)) } }
    if type == UInt64.self { return { $1.integer(unsafeBitCast($0, to: UInt64.self)) } }
    guard let id = type as? any EntityID.Type else { return nil }
    return spelling(type, as: id)
  }

  private static func spelling<Value, ID: EntityID>(
    _: Value.Type, as _: ID.Type
  ) -> (Value, inout JSONWriter) -> Void {
    { $1.string(unsafeBitCast($0, to: ID.self).text) }
  }
}
