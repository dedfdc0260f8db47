import CanonicalJSON

@testable import WireProtocol

/// A member of a line, in a form that can be compared and outlives the line.
struct Member: Equatable {
  var id: String?
  var error: WireError?
  var call: String?
}

/// Parses `text` with the daemon's table, and hands each member's call to `describe` while the line is there.
func members(_ text: String, limits: Limits = Limits()) -> [Member] {
  members(Array(text.utf8), limits: limits)
}

func members(_ bytes: [UInt8], limits: Limits = Limits()) -> [Member] {
  bytes.withUnsafeBufferPointer { line in
    switch RequestParser(limits: limits).parse(line) {
    case .single(let member): [Member(member)]
    case .batch(let members): members.map { Member($0) }
    case .refused(let error): [Member(id: "null", error: error, call: nil)]
    }
  }
}

/// Parses a `dispatch` with `params`, and hands its parameters to `body`.
func dispatch<R>(_ params: String, limits: Limits = Limits(), _ body: (DispatchParams) -> R) -> R? {
  request("{\"jsonrpc\":\"2.0\",\"method\":\"dispatch\",\"params\":\(params),\"id\":1}", limits: limits) { call in
    if case .dispatch(let params) = call { body(params) } else { nil }
  }
}

func request<R>(_ text: String, limits: Limits = Limits(), _ body: (RPCCall) -> R?) -> R? {
  Array(text.utf8).withUnsafeBufferPointer { line in
    guard case .single(let member) = RequestParser(limits: limits).parse(line), case .success(let call) = member.call
    else { return nil }
    return body(call)
  }
}

/// The error of a `method` with `params`.
func refusal(_ method: String, _ params: String, limits: Limits = Limits()) -> WireError? {
  members("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(params),\"id\":1}", limits: limits).first?.error
}

extension Member {
  init(_ member: ParsedMember<RPCCall>) {
    id = member.id?.json
    switch member.call {
    case .success(.dispatch(let params)):
      call = "dispatch \(params.type) \(String(decoding: params.action, as: UTF8.self))"
    case .success(.get(let params)): call = "get \(params.target)"
    case .success(.subscribe(let params)): call = "subscribe \(params.target)"
    case .success(.follow(let params)):
      call = "follow \(params.from.map { "\($0)" } ?? "next") \(params.types?.map(\.pattern) ?? ["*"])"
    case .success(.unsubscribe(let params)): call = "unsubscribe \(params.subscription)"
    case .success(.status): call = "status"
    case .success(.describe): call = "describe"
    case .failure(let failure): error = failure
    }
  }
}
