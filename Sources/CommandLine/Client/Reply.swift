/// What the daemon answered to one request.
struct Reply {
  /// The id of the request; `nil` for an error that belongs to no request.
  let id: UInt64?
  /// The result, or the error.
  let answer: Result<RawJSON, ReplyError>

  /// - Parameter members: those of the line's object.
  /// - Throws: `badReply` for what is no JSON-RPC response.
  init(members: [(key: String, value: RawJSON)], from path: String) throws(Failure) {
    var id: UInt64?
    var answer: Result<RawJSON, ReplyError>?
    for (key, value) in members {
      switch key {
      case "id": id = value.unsigned
      case "result": answer = .success(value)
      case "error": answer = .failure(ReplyError(value))
      default: break
      }
    }
    guard let answer else {
      throw Failure(
        status: .unreachable, name: "badReply",
        message: "what answers at \(path) does not speak JSON-RPC: is it the daemon's socket?")
    }
    self.id = id
    self.answer = answer
  }

  /// The result of the request `id`; nil where this is the answer to another one.
  ///
  /// - Throws: the error that answers it, or that belongs to no request.
  func result(of id: UInt64) throws(Failure) -> RawJSON? {
    switch answer {
    case .success(let result): return self.id == id ? result : nil
    case .failure(let error):
      if self.id == id || self.id == nil { throw error.failure }
      return nil
    }
  }
}

/// An error that the daemon answered.
struct ReplyError: Error, Equatable {
  /// The stable name.
  let name: String
  /// What is wrong and what to do.
  let message: String
  /// The whole error object.
  let json: RawJSON

  init(_ json: RawJSON) {
    self.json = json
    message = json["message"]?.plain ?? "the daemon answered an error without a message"
    name = json["data"]?["name"]?.plain ?? "error \(json["code"]?.text ?? "?")"
  }

  /// What this program exits with: 1 where the answer is "no", 2 where what was asked is wrong as it stands,
  /// 3 where it could not be done now, 4 where the journal is not what was written.
  var status: ExitStatus {
    switch name {
    case "forbidden", "expectedSeqMismatch", "idempotencyConflict", "effectNotHeld", "notFound": .no
    case "readOnly", "unknownOutcome", "busy", "timedOut", "stopping", "internalError": .unreachable
    case "unreadable": .damaged
    default: .usage
    }
  }

  /// As a failure of the command.
  var failure: Failure { Failure(status: status, name: name, message: Self.trimmed(message)) }

  /// The error in a line: message and stable name.
  var line: String { "\(Self.trimmed(message)) (\(name))" }

  private static func trimmed(_ message: String) -> String {
    message.hasSuffix(".") ? String(message.dropLast()) : message
  }
}
