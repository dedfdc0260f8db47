import CanonicalJSON

extension RecordLine {
  /// Who brought the record about.
  ///
  /// - Throws: `wrong` where the object is none of the four origins.
  package var by: RecordOrigin {
    get throws(RecordFormatError) {
      let members = try decode("by", places.by) { reader throws(JSONError) in try OriginMembers(from: &reader) }
      guard let origin = members.origin else {
        throw .wrong("by", expected: "a client, effect, timer or system", offset: Int(places.by.start))
      }
      return origin
    }
  }

  /// Why the outcome is not `applied`; nil where no reason stands.
  package var why: RecordWhy? {
    get throws(RecordFormatError) {
      if places.why.isAbsent { return nil }
      return try decode("why", places.why) { reader throws(JSONError) in try RecordWhy(from: &reader) }
    }
  }

  /// The effects that the record asks for.
  ///
  /// - Complexity: O(their bytes), each time.
  package var effects: [RecordEffect] {
    get throws(RecordFormatError) {
      if places.effects.isAbsent { return [] }
      return try decode("effects", places.effects) { reader throws(JSONError) in
        var effects: [RecordEffect] = []
        try reader.beginArray()
        while try reader.nextElement() { effects.append(try RecordEffect(from: &reader, in: slice(places.effects))) }
        return effects
      }
    }
  }

  private func decode<Value>(
    _ key: String, _ place: Place, _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws(RecordFormatError) -> Value {
    var reader = JSONReader(slice(place), limits: .unlimited)
    do throws(JSONError) {
      return try read(&reader)
    } catch {
      throw .wrong(key, expected: error.summary, offset: Int(place.start) + error.offset)
    }
  }
}

private struct OriginMembers {
  private var uid: UInt32?
  private var gid: UInt32?
  private var pid: Int32?
  private var client: String?
  private var effect: String?
  private var timer: String?
  private var system: String?

  init(from reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "uid": uid = UInt32(exactly: try reader.readInt64())
      case "gid": gid = UInt32(exactly: try reader.readInt64())
      case "pid": pid = Int32(exactly: try reader.readInt64())
      case "client": client = try reader.readString()
      case "effect": effect = try reader.readString()
      case "timer": timer = try reader.readString()
      case "system": system = try reader.readString()
      default: _ = try reader.skipValue()
      }
    }
  }

  var origin: RecordOrigin? {
    if let system { return .system(system) }
    if let timer { return .timer(timer) }
    if let effect { return .effect(effect, uid: uid) }
    guard let uid, let gid, let pid else { return nil }
    return .client(uid: uid, gid: gid, pid: pid, label: client)
  }
}

extension RecordWhy {
  fileprivate init(from reader: inout JSONReader) throws(JSONError) {
    var code: String?
    var text = ""
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "code": code = try reader.readString()
      case "text": text = try reader.readString()
      default: _ = try reader.skipValue()
      }
    }
    guard let code else { throw JSONError(.missingMember("code"), at: reader.offset) }
    self.init(code: code, text: text)
  }
}

extension RecordEffect {
  fileprivate init(from reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var id: String?
    var type: String?
    var payload: Range<Int>?
    var key: String?
    var policy: String?
    var dropped = false
    try reader.beginObject()
    while let name = try reader.nextKey() {
      switch name {
      case "id": id = try reader.readString()
      case "type": type = try reader.readString()
      case "effect": payload = try reader.skipValue()
      case "key": key = try reader.readString()
      case "policy": policy = try reader.readString()
      case "dropped": dropped = try reader.readBool()
      default: _ = try reader.skipValue()
      }
    }
    guard let id else { throw JSONError(.missingMember("id"), at: reader.offset) }
    guard let type else { throw JSONError(.missingMember("type"), at: reader.offset) }
    guard let payload else { throw JSONError(.missingMember("effect"), at: reader.offset) }
    guard let policy else { throw JSONError(.missingMember("policy"), at: reader.offset) }
    self.init(id: id, type: type, payload: Array(bytes[payload]), key: key, policy: policy, dropped: dropped)
  }
}
