/// Who brought an action about.
package enum RecordOrigin: Equatable, Sendable {
  /// A peer of the socket; the numbers are the kernel's, the label is only claimed.
  case client(uid: UInt32, gid: UInt32, pid: Int32, label: String?)
  /// The performer of an effect; a worker adds its uid.
  case effect(String, uid: UInt32?)
  /// A timer, by its id.
  case timer(String)
  /// The daemon itself, by its name.
  case system(String)
}

/// What the reducer said.
package enum RecordOutcome: String, Equatable, Sendable {
  case applied
  case ignored
  case illegal
}

/// Why an outcome is `ignored` or `illegal`.
package struct RecordWhy: Equatable, Sendable {
  /// Longest text that a record keeps, in bytes.
  package static let longestText = 1024

  package let code: String
  package let text: String

  /// Keeps at most `longestText` bytes of `text`, cut between two characters.
  package init(code: String, text: String) {
    self.code = code
    self.text = Self.cut(text, to: Self.longestText)
  }

  /// The longest beginning of `text` that has at most `limit` bytes and splits no character.
  package static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var end = text.startIndex
    var room = limit
    for index in text.indices {
      let size = text[index].utf8.count
      if size > room { break }
      room -= size
      end = text.index(after: index)
    }
    return String(text[..<end])
  }
}

/// An effect as the record that asks for it holds it.
package struct RecordEffect: Equatable, Sendable {
  /// `seq.index`.
  package let id: String
  package let type: String
  /// JSON, verbatim.
  package let payload: [UInt8]
  package let key: String?
  package let policy: String
  /// Whether the policy dropped it at once.
  package let dropped: Bool

  package init(id: String, type: String, payload: [UInt8], key: String?, policy: String, dropped: Bool = false) {
    self.id = id
    self.type = type
    self.payload = payload
    self.key = key
    self.policy = policy
    self.dropped = dropped
  }
}
