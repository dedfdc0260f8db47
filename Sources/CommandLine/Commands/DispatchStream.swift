import CanonicalJSON

/// Many actions: sent ahead of their answers within a window, told in the order of their lines.
struct DispatchStream {
  private let invocation: Invocation
  private let settings: DispatchSettings
  /// The type of every line; `nil` where each line names its own.
  private let type: String?
  private let input: Input
  private var progress: Progress
  private let lines = LineBuffer()
  private var lineNumber = 0
  private var window = ReplyWindow()
  private var tally = DispatchTally()

  init(invocation: Invocation, settings: DispatchSettings, type: String?, input: Input) {
    self.invocation = invocation
    self.settings = settings
    self.type = type
    self.input = input
    progress = Progress(invocation.surroundings, noun: "action")
  }

  /// Runs to the end of the input.
  ///
  /// - Throws: what the connection or the output says; the count of what was answered until then is told before.
  mutating func run() throws(Failure) -> ExitStatus {
    let client = try invocation.connect()
    do throws(Failure) {
      try sendAll(over: client)
      try settle(over: client, until: 0)
    } catch {
      if error.isQuiet { throw error }
      try progress.clear()
      try tell(tally.summary(seconds: progress.seconds))
      guard let line = window.oldestLine else { throw error }
      var failure = error
      failure.message += "; lines from \(line) on have no answer"
      throw failure
    }
    try progress.clear()
    try tell(tally.summary(seconds: progress.seconds))
    return tally.status
  }

  private mutating func sendAll(over client: SocketClient) throws(Failure) {
    while true {
      while let line = lines.takeLine() { try send(line, over: client) }
      if lines.bufferedBytes > PayloadText.longest {
        throw Failure(
          status: .usage, name: "tooLong",
          message: "\(input.name):\(lineNumber + 1): the line is longer than \(Printable.bytes(PayloadText.longest))")
      }
      if !input.isReady {
        // Whoever feeds us may wait for what became of the lines so far.
        try settle(over: client, until: 0)
        try invocation.output.flush()
      }
      guard try lines.fill(from: input) else { break }
    }
    let rest = lines.takeRest()
    if !rest.isEmpty { try send(rest, over: client) }
  }

  private mutating func send(_ line: [UInt8], over client: SocketClient) throws(Failure) {
    lineNumber += 1
    guard line.contains(where: { $0 > 0x20 }) else { return }
    try settle(over: client, until: ReplyWindow.size - 1)
    do throws(Failure) {
      let action = try PayloadText.compact(line, what: "the line")
      let number = lineNumber
      let id: UInt64
      if let type {
        id = try client.queue("dispatch") { writer in
          settings.write(type: type, action: action, line: number, to: &writer)
        }
      } else {
        let whole = try wholeAction(action)
        id = try client.queue("dispatch") { writer in settings.write(whole: whole, line: number, to: &writer) }
      }
      window.sent(id: id, line: lineNumber, bytes: line.count)
    } catch {
      guard error.status == .usage else { throw error }
      window.refusedHere(error, line: lineNumber, bytes: line.count)
    }
  }

  private func wholeAction(_ bytes: [UInt8]) throws(Failure) -> RawJSON {
    guard let whole = try? RawJSON(parsing: bytes), whole["type"]?.string != nil else {
      throw Failure(
        status: .usage, name: "invalidParams",
        message: "the line names no type: {\"type\":\"…\",\"action\":{…}}, or give the TYPE to dispatch")
    }
    return whole
  }

  /// Takes replies until at most `count` lines wait for theirs, and tells those whose turn it is.
  private mutating func settle(over client: SocketClient, until count: Int) throws(Failure) {
    try tellReady()
    while window.count > count {
      let reply = try client.receive()
      guard let id = reply.id else {
        guard case .failure(let error) = reply.answer else { continue }
        // What is wrong with a line is that line's answer; anything else ends the connection.
        guard error.status == .usage else { throw error.failure }
        window.refusedWithoutID(error)
        try tellReady()
        continue
      }
      window.answered(id: id, reply.answer)
      try tellReady()
    }
  }

  private mutating func tellReady() throws(Failure) {
    while let entry = window.takeReady() {
      try progress.advance(bytes: entry.bytes)
      switch entry.answer {
      case .success(let result): try tell(result, line: entry.line)
      case .failure(let refusal): try tell(refusal, line: entry.line)
      }
    }
  }

  private mutating func tell(_ result: RawJSON, line: Int) throws(Failure) {
    let dispatched = DispatchedLine(result)
    tally.count(dispatched)
    if invocation.wantsJSON {
      try invocation.output.line(result.bytes)
    } else if dispatched.status != .fine {
      try progress.clear()
      try invocation.output.line(
        "line \(line): \(dispatched.text(style: invocation.style, zone: invocation.zone))")
    }
  }

  private mutating func tell(_ refusal: Refusal, line: Int) throws(Failure) {
    tally.count(refusal)
    try progress.clear()
    if invocation.wantsJSON {
      try invocation.output.line(refusal.json(line: line))
    }
    let errors = invocation.surroundings.errors
    try errors.line("\(invocation.program) dispatch: \(input.name):\(line): \(refusal.text)")
    try errors.flush()
  }

  /// The summary: to people with the results, beside programs' results on standard error.
  private func tell(_ summary: String) throws(Failure) {
    if invocation.wantsJSON {
      try invocation.surroundings.errors.line(summary)
      try invocation.surroundings.errors.flush()
    } else {
      try invocation.output.line(summary)
    }
  }
}
