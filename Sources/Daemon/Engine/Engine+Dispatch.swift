import ActionLog
import CanonicalJSON
import RecordFormat
import Replay
import WireProtocol

/// What became of a request at the door.
enum Admission {
  /// Nothing was done, and no trace is left. A refusal that tells of a record is told when that is durable.
  case refused(WireError, at: UInt64 = 0)
  /// It is a record now, or was one before.
  case admitted(DispatchResult)
  /// Whether there is room shows only when the writer comes back.
  case later
  /// The domain broke on it.
  case faulted
}

extension Engine {
  /// Admits a client's action, and answers once it is durable.
  func dispatch(_ params: DispatchParams, from peer: Peer, slot: ReplySlot) {
    let request = ActionRequest(params, from: peer)
    guard deferred.isEmpty else { return `defer`(request, payload: params.action, slot: slot) }
    settle(admit(request, payload: params.action), of: request, payload: params.action, slot: slot)
  }

  /// Takes up the dispatches that waited for the writer, in order, as far as there is room.
  func dispatchDeferred() {
    guard !deferred.isEmpty else { return }
    let requests = deferred
    deferred = []
    deferredBytes = 0
    for waiting in requests {
      guard deferred.isEmpty else {
        waiting.payload.withUnsafeBufferPointer { `defer`(waiting.request, payload: $0, slot: waiting.slot) }
        continue
      }
      waiting.payload.withUnsafeBufferPointer { payload in
        settle(admit(waiting.request, payload: payload), of: waiting.request, payload: payload, slot: waiting.slot)
      }
    }
  }

  private func settle(
    _ admission: Admission, of request: ActionRequest, payload: UnsafeBufferPointer<UInt8>, slot: ReplySlot
  ) {
    switch admission {
    case .refused(let error, let seq): reply(.refused(slot, error), at: seq)
    case .admitted(let result): reply(.dispatched(slot, result), at: result.seq)
    case .later: `defer`(request, payload: payload, slot: slot)
    case .faulted: refuse(slot, fault.map { .internalError("\($0)") } ?? .stopping())
    }
  }

  /// Lets a dispatch wait for the writer, as far as memory for that goes.
  private func `defer`(_ request: ActionRequest, payload: UnsafeBufferPointer<UInt8>, slot: ReplySlot) {
    let limit = settings.limits[.groupBytes]
    guard deferred.isEmpty || deferredBytes + payload.count <= Self.deferredGroups * limit else {
      return refuse(slot, .busy(.groupBytes, value: limit))
    }
    deferred.append(DeferredRequest(request: request, payload: Array(payload), slot: slot))
    deferredBytes += payload.count
  }

  /// How many groups' worth of payloads may wait for the writer.
  private static var deferredGroups: Int { 16 }

  /// The designed order: type, origin, payload, idempotency, `expectedSeq`, effect, room, and only then a record.
  private func admit(_ request: ActionRequest, payload: UnsafeBufferPointer<UInt8>) -> Admission {
    guard phase == .running else { return .refused(.stopping()) }
    if let error = checkDoor(request) ?? checkVersion(request, payload) ?? checkLength(payload) {
      return .refused(error)
    }
    let action: D.Action
    do throws(ActionDecodeFailure) {
      action = try D.decode(type: request.type, v: request.v, payload: payload, by: reduction.coding)
    } catch {
      return .refused(Self.wireError(error))
    }
    var key: IdempotencyKey?
    if let id = request.id {
      let made: IdempotencyKey
      do throws(JSONError) {
        made = try self.key(id, of: request, payload: payload)
      } catch {
        return .refused(.invalidPayload(path: "", expected: error.summary))
      }
      switch window.judge(key: made.key, content: made.content) {
      case .new: key = made
      case .duplicate(let row): return .admitted(DispatchResult(repeating: row))
      case .conflict(let row): return .refused(.idempotencyConflict(seq: row.seq), at: row.seq)
      }
    }
    if let expected = request.expectedSeq, expected != lastSeq {
      return .refused(.expectedSeqMismatch(expected: expected, actual: lastSeq), at: lastSeq)
    }
    let effect: EffectID?
    switch checkEffect(request) {
    case .success(let held): effect = held
    case .failure(let error): return .refused(error)
    }
    switch checkRoom() {
    case .yes: break
    case .unknown: return .later
    case .no(let reason):
      // Asking for room may have shown that the journal is dead.
      guard phase == .running else { return .refused(.stopping()) }
      return .refused(.readOnly(why: reason.why, freeBytes: reason.freeBytes))
    }
    return record(action, request, payload: payload, key: key, effect: effect)
  }

  private func record(
    _ action: D.Action, _ request: ActionRequest, payload: UnsafeBufferPointer<UInt8>, key: IdempotencyKey?,
    effect: EffectID?
  ) -> Admission {
    var stored: [UInt8] = []
    stored.reserveCapacity(payload.count)
    CanonicalForm.minify(checked: payload, into: &stored)
    var entry = NewRecord(type: request.type, v: request.v, payload: stored, by: Self.origin(of: request))
    entry.id = request.id
    entry.key = key
    entry.trace = request.trace
    entry.effect = effect
    if let effect {
      entry.trace = entry.trace ?? held.hold(effect, by: .connection(request.connection))?.trace
      held.release(effect)
    }
    guard let result = append(action, entry) else { return .faulted }
    return .admitted(result)
  }

  // MARK: - The steps of admission

  /// The action is known; and its origin is `effect` exactly when it carries `effect`.
  private func checkDoor(_ request: ActionRequest) -> WireError? {
    guard let origin = reduction.coding.origin(of: request.type, v: request.v) else { return unknown(request) }
    guard origin == .effect, request.effect == nil else { return nil }
    return .forbidden(
      rule: "origin",
      "`\(request.type)` is dispatched only by the performer of an effect or by a timer, never by a client.")
  }

  /// A payload whose version is not said is of version 1; where that is no longer the current one, it has to be said.
  ///
  /// Otherwise a payload of the current shape would go through the upcaster of version 1, and become another one without
  /// a word. What was taken before under the same key is still known.
  private func checkVersion(_ request: ActionRequest, _ payload: UnsafeBufferPointer<UInt8>) -> WireError? {
    guard !request.saysVersion, let current = reduction.coding.currentVersion(of: request.type), current > 1 else {
      return nil
    }
    if let id = request.id, let key = try? key(id, of: request, payload: payload),
      case .duplicate = window.judge(key: key.key, content: key.content)
    {
      return nil
    }
    return .invalidParams(
      path: "/v", "`\(request.type)` has come to version \(current), so `v` has to say which one the payload has",
      expected: "\(current)")
  }

  private func unknown(_ request: ActionRequest) -> WireError {
    guard let known = reduction.coding.entry(for: request.type) else {
      return .unknownType(request.type, nearest: reduction.coding.nearestType(to: request.type))
    }
    return .invalidParams(
      path: "/v", "`v` \(request.v) of `\(request.type)` is not known; the current version is \(known.v)",
      expected: "\(known.v)")
  }

  private func checkLength(_ payload: UnsafeBufferPointer<UInt8>) -> WireError? {
    let limit = settings.limits[.lineBytes]
    return payload.count > limit ? .tooLong("The payload", limit: limit, length: payload.count) : nil
  }

  private func key(
    _ id: String, of request: ActionRequest, payload: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> IdempotencyKey {
    IdempotencyKey(
      key: WindowDigest(uid: request.credentials.uid, id: id),
      content: try WindowDigest(type: request.type, v: request.v, action: payload))
  }

  private func checkEffect(_ request: ActionRequest) -> Result<EffectID?, WireError> {
    guard let text = request.effect else { return .success(nil) }
    guard let id = EffectID(text) else {
      return .failure(.invalidParams(path: "/effect", "`effect` is the id of an effect", expected: "such as 41.0"))
    }
    guard held.hold(id, by: .connection(request.connection)) != nil else { return .failure(.effectNotHeld(text)) }
    return .success(id)
  }

  private static func origin(of request: ActionRequest) -> RecordOrigin {
    if let effect = request.effect { return .effect(effect, uid: request.credentials.uid) }
    let peer = request.credentials
    return .client(uid: peer.uid, gid: peer.gid, pid: peer.pid, label: request.label)
  }

  private static func wireError(_ failure: ActionDecodeFailure) -> WireError {
    switch failure.kind {
    case .unknownType(let nearest): .unknownType(failure.type, nearest: nearest)
    case .unknownVersion(let current):
      .invalidParams(path: "/v", "`v` \(failure.v) is not known", expected: "\(current)")
    case .payload(let path, let expected, let nearest, _):
      .invalidPayload(path: path, expected: expected, nearest: nearest, isMissing: failure.isMissing)
    case .upcasting(let what): .invalidPayload(path: "", expected: what)
    }
  }
}
