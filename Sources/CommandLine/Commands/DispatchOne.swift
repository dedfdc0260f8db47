/// One action, sent and waited for.
struct DispatchOne {
  let invocation: Invocation
  let settings: DispatchSettings

  func run(type: String, payload: String?) throws(Failure) -> ExitStatus {
    let action = try action(payload)
    let result = try invocation.connect().call("dispatch") { writer in
      settings.write(type: type, action: action, line: nil, to: &writer)
    }
    let dispatched = DispatchedLine(result)
    if invocation.wantsJSON {
      try invocation.output.line(result.bytes)
    } else {
      try invocation.output.line(dispatched.text(style: invocation.style, zone: invocation.zone))
    }
    return dispatched.status
  }

  private func action(_ payload: String?) throws(Failure) -> [UInt8] {
    guard let payload else { return Array("{}".utf8) }
    guard payload.hasPrefix("@") else { return try PayloadText.compact(Array(payload.utf8), what: "the payload") }
    let path = String(payload.dropFirst())
    let file = path == "-" ? invocation.surroundings.input : try Input.file(path)
    return try PayloadText.compact(try file.readAll(limit: PayloadText.longest), what: file.name)
  }
}

/// The result of a dispatch, for people.
struct DispatchedLine {
  let seq: UInt64?
  let outcome: String
  private let result: RawJSON

  init(_ result: RawJSON) {
    self.result = result
    seq = result["seq"]?.unsigned
    outcome = result["outcome"]?.plain ?? "?"
  }

  /// 1 where the action changed nothing.
  var status: ExitStatus { outcome == "applied" ? .fine : .no }

  /// Seq, outcome with its reason, time and digest.
  func text(style: Style, zone: TimeZoneRule) -> String {
    var parts = ["seq \(seq.map { String($0) } ?? "?")", style.paint(outcome, OutcomeText.role(outcome))]
    if let reason { parts[1] += " " + reason }
    if let at = result["at"]?.plain { parts.append(style.paint(ShownTime.text(at, zone: zone), .dim)) }
    if let state = result["state"]?.plain { parts.append(style.paint("state \(state)", .dim)) }
    if result["duplicate"]?.boolean == true { parts.append("duplicate: the first result of this id") }
    return parts.joined(separator: "  ")
  }

  /// Code and text of what kept the action from applying.
  var reason: String? { result["why"].map(OutcomeText.reason) }
}
