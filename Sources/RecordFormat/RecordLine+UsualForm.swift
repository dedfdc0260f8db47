import CanonicalJSON

extension RecordLine {
  /// Takes the members as the daemon writes them: in the format's order, with no white space between tokens.
  ///
  /// - Returns: `false`, with this value half filled, for everything else; that may be a record all the same. What is
  ///   taken here `takeAnyForm()` would take alike.
  mutating func takeUsualForm() -> Bool {
    var scan = LineScanner(bytes, end: bytes.count - HashChain.suffixLength)
    guard scan.take(#"{"seq":"#), let seq = scan.number(),
      scan.take(#","batch":"#), let batch = scan.number(),
      scan.take(#","at":""#), let at = scan.time(),
      scan.take(#"","type":"#), let type = scan.string()
    else { return false }
    self.seq = seq
    self.batch = batch
    self.at = at
    places.type = type
    if scan.take(#","v":"#) {
      guard let number = scan.number(), let version = Int(exactly: number), version > 0 else { return false }
      v = version
    }
    guard scan.take(#","action":"#), let action = scan.object(), scan.take(#","by":"#), let by = scan.origin()
    else { return false }
    places.action = action
    places.by = by
    return takeReferences(&scan) && takeOutcome(&scan) && takeState(&scan) && scan.isAtEnd
  }

  private mutating func takeReferences(_ scan: inout LineScanner) -> Bool {
    if scan.take(#","id":"#) {
      guard let id = scan.string() else { return false }
      places.id = id
    }
    if scan.take(#","trace":"#) {
      guard let trace = scan.string() else { return false }
      places.trace = trace
    }
    if scan.take(#","cause":"#) {
      guard let seq = scan.number() else { return false }
      cause = seq
    }
    if scan.take(#","effect":"#) {
      guard let effect = scan.string() else { return false }
      places.effect = effect
    }
    return true
  }

  private mutating func takeOutcome(_ scan: inout LineScanner) -> Bool {
    if scan.take(#","outcome":""#) {
      if scan.take(#"applied""#) {
        outcome = .applied
      } else if scan.take(#"ignored""#) {
        outcome = .ignored
      } else if scan.take(#"illegal""#) {
        outcome = .illegal
      } else {
        return false
      }
    }
    if scan.take(#","why":"#) {
      guard let why = scan.object() else { return false }
      places.why = why
    }
    if scan.take(#","effects":"#) {
      guard let effects = scan.array() else { return false }
      places.effects = effects
    }
    return true
  }

  private mutating func takeState(_ scan: inout LineScanner) -> Bool {
    guard scan.take(#","state":""#), let state = scan.hex16(), scan.take(#"""#) else { return false }
    self.state = state
    return true
  }
}
