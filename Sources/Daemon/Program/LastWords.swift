import SystemCalls

/// What the daemon says, and how it ends, where the code of its domain traps.
enum LastWords {
  /// Takes the traps of the domain's code, on the thread that reduces.
  ///
  /// - Parameters:
  ///   - beginning: what a line of the log that tells of an error begins with.
  ///   - client: how a person calls the command line of the domain.
  static func prepare(beginning: String, journal: String, client: String) {
    let check = "\(client) replay \(StartText.quoted(journal))"
    // Without it a trap ends the process by its signal, which no more than says less.
    try? TrapNote.install([
      .reducing: TrapNote.Words(
        before: "\(beginning)a fault in the domain: the reducer trapped on ",
        after: "; nothing of it was written. Where an action makes no sense, a reducer answers `illegal`",
        status: DaemonExit.domainFault.rawValue),
      .selecting: TrapNote.Words(
        before: "\(beginning)a fault in the domain: a selector trapped: ",
        after: "; nothing was lost, and a restart helps. A selector gives nothing where there is nothing to give",
        status: DaemonExit.domainFault.rawValue),
      .replaying: TrapNote.Words(
        before: "\(beginning)\(journal): replay differs: the reducer trapped on a record of the journal, ",
        after: ": what was journaled once must be reduced for ever; nothing was changed. `\(check)` comes to it again",
        status: DaemonExit.replayDiffers.rawValue),
    ])
  }
}
