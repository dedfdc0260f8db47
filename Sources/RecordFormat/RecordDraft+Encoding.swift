import CanonicalJSON

extension RecordDraft {
  /// Appends the body: everything before `,"hash"`, members in the format's order, absent ones left out.
  ///
  /// - Complexity: O(bytes written); nothing is allocated but the buffer's own growth (and a string with escapes).
  package func encodeBody(into buffer: inout [UInt8]) {
    buffer.append(#"{"seq":"#)
    buffer.append(decimal: seq)
    buffer.append(#","batch":"#)
    buffer.append(decimal: batch)
    buffer.append(#","at":""#)
    at.write(into: &buffer)
    buffer.append(#"","type":"#)
    buffer.append(quoted: type)
    if v != 1 {
      buffer.append(#","v":"#)
      buffer.append(contentsOf: String(v).utf8)
    }
    buffer.append(#","action":"#)
    if action.isEmpty { buffer.append("{}") } else { buffer.append(contentsOf: action) }
    buffer.append(#","by":"#)
    by.append(to: &buffer)
    appendReferences(to: &buffer)
    appendOutcome(to: &buffer)
    buffer.append(#","state":""#)
    buffer.append(hex: state)
    buffer.append(#"""#)
  }

  private func appendReferences(to buffer: inout [UInt8]) {
    buffer.append(#","id":"#, id)
    buffer.append(#","trace":"#, trace)
    if let cause {
      buffer.append(#","cause":"#)
      buffer.append(decimal: cause)
    }
    buffer.append(#","effect":"#, effect)
  }

  private func appendOutcome(to buffer: inout [UInt8]) {
    buffer.append(#","outcome":"#, outcome?.rawValue)
    if let why {
      buffer.append(#","why":{"code":"#, why.code)
      buffer.append(#","text":"#, RecordWhy.cut(why.text, to: RecordWhy.longestText))
      buffer.append("}")
    }
    if effects.isEmpty { return }
    buffer.append(#","effects":["#)
    for (index, effect) in effects.enumerated() {
      if index > 0 { buffer.append(",") }
      effect.append(to: &buffer)
    }
    buffer.append("]")
  }
}

extension RecordOrigin {
  fileprivate func append(to buffer: inout [UInt8]) {
    switch self {
    case .client(let uid, let gid, let pid, let label):
      buffer.append(#"{"uid":"#)
      buffer.append(decimal: UInt64(uid))
      buffer.append(#","gid":"#)
      buffer.append(decimal: UInt64(gid))
      buffer.append(#","pid":"#)
      if pid < 0 { buffer.append("-") }
      buffer.append(decimal: UInt64(pid.magnitude))
      buffer.append(#","client":"#, label)
    case .effect(let id, let uid):
      buffer.append(#"{"effect":"#, id)
      if let uid {
        buffer.append(#","uid":"#)
        buffer.append(decimal: UInt64(uid))
      }
    case .timer(let id): buffer.append(#"{"timer":"#, id)
    case .system(let name): buffer.append(#"{"system":"#, name)
    }
    buffer.append("}")
  }
}

extension RecordEffect {
  fileprivate func append(to buffer: inout [UInt8]) {
    buffer.append(#"{"id":"#, id)
    buffer.append(#","type":"#, type)
    buffer.append(#","effect":"#)
    buffer.append(contentsOf: payload)
    buffer.append(#","key":"#, key)
    buffer.append(#","policy":"#, policy)
    buffer.append(dropped ? #","dropped":true}"# : "}")
  }
}
