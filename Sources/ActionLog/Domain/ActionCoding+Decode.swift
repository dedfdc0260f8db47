import CanonicalJSON

extension ActionCoding {
  /// The action of a name, a version and a payload.
  ///
  /// Strict is for the door: a member that the action does not declare is refused, with the nearest that it does.
  /// Otherwise, in replay, such members are ignored. Actions that read themselves (``JournalDecodable``) do, at the
  /// door as long as they ask for every member there is: what they skip or refuse is judged by `Codable`.
  /// Old versions go through the domain's upcasters first.
  @inlinable
  public func decode(
    type: String, v: Int, payload: UnsafeBufferPointer<UInt8>, strict: Bool
  ) throws(ActionDecodeFailure) -> D.Action {
    if let index = names.index(of: type), versions[index] == v {
      return try decode(at: index, payload: payload, strict: strict)
    }
    return try decodeOld(type: type, v: v, payload: payload, strict: strict)
  }

  /// The action of a name, a version and a payload.
  public func decode(
    type: String, v: Int, payload: [UInt8], strict: Bool
  ) throws(ActionDecodeFailure) -> D.Action {
    let result = payload.withUnsafeBufferPointer { bytes in
      Result { () throws(ActionDecodeFailure) in try decode(type: type, v: v, payload: bytes, strict: strict) }
    }
    return try result.get()
  }

  /// The action of a record, leniently; its name as bytes, so that no string is made.
  @inlinable
  func decode(_ action: JournaledAction) throws(ActionDecodeFailure) -> D.Action {
    if let index = names.index(of: action.type), versions[index] == action.v {
      return try decode(at: index, payload: action.payload, strict: false)
    }
    return try decodeOld(
      type: String(decoding: action.type, as: UTF8.self), v: action.v, payload: action.payload, strict: false)
  }

  /// The effect of a name and a payload; unknown members are ignored.
  ///
  /// - Throws: ``ActionDecodeFailure`` of kind `payload`, also for a name that this version does not know.
  public func decode(effect type: String, payload: [UInt8]) throws(ActionDecodeFailure) -> D.Effect {
    let wrapper = WireWrapper(type: type)
    do {
      return try CanonicalDecoder(limits: .unlimited).decode(
        D.Effect.self, from: payload.withUnsafeBufferPointer { wrapper.wrap($0) })
    } catch {
      throw ActionDecodeFailure(type: type, v: 1, error, in: wrapper)
    }
  }

  /// Decodes a payload of the current version of a known name.
  @inlinable
  func decode(
    at index: Int, payload: UnsafeBufferPointer<UInt8>, strict: Bool
  ) throws(ActionDecodeFailure) -> D.Action {
    if let hot = hotReaders[index] {
      guard strict else { return try read(hot, payload, index) }
      if let action = readWhole(hot, payload) { return action }
    }
    return try decodeCodable(at: index, payload: payload, strict: strict)
  }

  @usableFromInline
  func decodeCodable(
    at index: Int, payload: UnsafeBufferPointer<UInt8>, strict: Bool
  ) throws(ActionDecodeFailure) -> D.Action {
    let wrapper = wrappers[index]
    do {
      // The payload must be a value by itself: inside its wrapper, braces could pair up differently.
      if strict { try Self.checkWhole(payload) }
      let decoder = CanonicalDecoder(limits: .unlimited, unknownMembers: strict ? .refuse : .ignore)
      return try decoder.decode(D.Action.self, from: wrapper.wrap(payload))
    } catch let error as JSONError {
      throw failure(index, .payload(path: "", expected: error.summary, nearest: nil, offset: error.offset))
    } catch let error as DecodeFailure {
      throw ActionDecodeFailure(type: types[index], v: versions[index], error, in: wrapper)
    } catch {
      throw failure(index, .payload(path: "", expected: "\(error)", nearest: nil, offset: 0))
    }
  }

  @inlinable
  func read(
    _ hot: JournalReader<D.Action>, _ payload: UnsafeBufferPointer<UInt8>, _ index: Int
  ) throws(ActionDecodeFailure) -> D.Action {
    do {
      var reader = JSONReader(payload, limits: .unlimited)
      let action = try hot.read(&reader)
      try reader.end()
      return action
    } catch {
      throw failure(index, .payload(path: "", expected: error.summary, nearest: nil, offset: error.offset))
    }
  }

  /// The action, if its reader takes the payload and leaves out nothing of it.
  @inlinable
  func readWhole(_ hot: JournalReader<D.Action>, _ payload: UnsafeBufferPointer<UInt8>) -> D.Action? {
    var reader = JSONReader(payload)
    do throws(JSONError) {
      let action = try hot.read(&reader)
      try reader.end()
      return reader.hasPassedNothing ? action : nil
    } catch {
      return nil
    }
  }

  private static func checkWhole(_ payload: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var reader = JSONReader(payload)
    _ = try reader.skipValue()
    try reader.end()
  }

  @usableFromInline
  func failure(_ index: Int, _ kind: ActionDecodeFailure.Kind) -> ActionDecodeFailure {
    ActionDecodeFailure(type: types[index], v: versions[index], kind: kind)
  }

  func upcaster(for type: String, v: Int) -> Upcaster? {
    upcasters.first { $0.from == v && $0.type == type }
  }

  @usableFromInline
  func decodeOld(
    type: String, v: Int, payload: UnsafeBufferPointer<UInt8>, strict: Bool
  ) throws(ActionDecodeFailure) -> D.Action {
    var (name, version) = (type, v)
    var value: JSONValue?
    // A chain is no longer than the list: a longer one goes in a circle.
    for _ in 0..<upcasters.count {
      guard let upcaster = upcaster(for: name, v: version) else { break }
      do {
        let old = if let value { value } else { try JSONValue.parse(Array(payload), limits: .unlimited) }
        value = try upcaster.change(old)
      } catch {
        throw ActionDecodeFailure(type: type, v: v, kind: .upcasting(what: Self.text(of: error)))
      }
      (name, version) = (upcaster.newType, upcaster.to)
      guard let index = names.index(of: name), versions[index] == version, let value else { continue }
      var writer = JSONWriter(reservingCapacity: payload.count)
      value.write(to: &writer)
      let bytes = writer.bytes
      let result = bytes.withUnsafeBufferPointer { bytes in
        Result { () throws(ActionDecodeFailure) in try decode(at: index, payload: bytes, strict: strict) }
      }
      return try result.get()
    }
    if let entry = entry(for: name) {
      throw ActionDecodeFailure(type: type, v: v, kind: .unknownVersion(current: entry.v))
    }
    throw ActionDecodeFailure(type: type, v: v, kind: .unknownType(nearest: nearestType(to: type)))
  }

  private static func text(of error: any Error) -> String {
    if let error = error as? JSONError { return error.summary }
    return "\(error)"
  }
}

extension JSONReader {
  /// Whether every value was asked for.
  @usableFromInline
  var hasPassedNothing: Bool { skippedValues == 0 }
}
