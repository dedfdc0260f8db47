import CanonicalJSON

extension SegmentHeader {
  /// Reads a header, its members in any order; unknown ones are ignored.
  ///
  /// - Parameter line: without its 0x0A.
  /// - Throws: `RecordFormatError`; whether the hash follows is not asked.
  package init(parsing line: UnsafeBufferPointer<UInt8>) throws(RecordFormatError) {
    guard line.count <= RecordLine.longest else { throw .tooLong(limit: RecordLine.longest) }
    guard let hash = LineSuffix.hash(of: line) else { throw .noSuffix }
    var fields = Fields()
    do throws(JSONError) {
      var reader = JSONReader(line, limits: .unlimited)
      try reader.beginObject()
      while let key = try reader.nextKey() { try fields.read(key, from: &reader) }
      try reader.end()
    } catch {
      throw .json(error)
    }
    journal = try Self.need(fields.journal, "journal")
    format = try Self.need(fields.format, "format")
    segment = try Self.need(fields.segment, "segment")
    firstSeq = try Self.need(fields.firstSeq, "firstSeq")
    domain = try Self.need(fields.domain, "domain")
    domainVersion = try Self.need(fields.domainVersion, "domainVersion")
    let time = try Self.need(fields.at, "at")
    guard let at = Timestamp(recordTime: Array(time.utf8)) else { throw .wrong("at", expected: "a time", offset: 0) }
    let previous = try Self.need(fields.prev, "prev")
    guard let prev = RecordHash(hex: previous) else { throw .wrong("prev", expected: "64 hex digits", offset: 0) }
    self.at = at
    self.prev = prev
    self.hash = hash
  }

  /// Whether the hash at the end of `line`, which this header was read from, follows from its body and `prev`.
  package func stands(in line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count >= HashChain.suffixLength else { return false }
    return HashChain.hash(previous: prev, body: line.body) == hash
  }

  private static func need<Value>(_ value: Value?, _ key: String) throws(RecordFormatError) -> Value {
    guard let value else { throw .missing(key) }
    return value
  }
}

private struct Fields {
  var journal: String?
  var format: Int?
  var segment: Int?
  var firstSeq: UInt64?
  var domain: String?
  var domainVersion: Int?
  var at: String?
  var prev: String?

  mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
    switch key {
    case "journal": journal = try reader.readString()
    case "format": format = try reader.readInt()
    case "segment": segment = try reader.readInt()
    case "firstSeq": firstSeq = try reader.readUInt64()
    case "domain": domain = try reader.readString()
    case "domainVersion": domainVersion = try reader.readInt()
    case "at": at = try reader.readString()
    case "prev": prev = try reader.readString()
    default: _ = try reader.skipValue()
    }
  }
}
