/// What became of a stream of actions, in numbers.
struct DispatchTally {
  private var applied = 0
  private var ignored = 0
  private var illegal = 0
  private var refused = 0
  private var firstSeq: UInt64?
  private var lastSeq: UInt64?

  /// The worst that a line came to.
  private(set) var status = ExitStatus.fine

  mutating func count(_ line: DispatchedLine) {
    switch line.outcome {
    case "applied": applied += 1
    case "ignored": ignored += 1
    default: illegal += 1
    }
    status = max(status, line.status)
    guard let seq = line.seq else { return }
    firstSeq = min(firstSeq ?? seq, seq)
    lastSeq = max(lastSeq ?? seq, seq)
  }

  mutating func count(_ refusal: Refusal) {
    refused += 1
    status = max(status, refusal.status)
  }

  /// `1,000 actions: 998 applied, 1 ignored, 0 illegal, 1 refused; seq 5 to 1003; 0.8 s, 1,250/s`.
  func summary(seconds: Double) -> String {
    let total = applied + ignored + illegal + refused
    var text =
      "\(Printable.count(total, "action")): \(Printable.grouped(applied)) applied, "
      + "\(Printable.grouped(ignored)) ignored, \(Printable.grouped(illegal)) illegal, "
      + "\(Printable.grouped(refused)) refused"
    if let firstSeq, let lastSeq { text += "; seq \(firstSeq)" + (lastSeq > firstSeq ? " to \(lastSeq)" : "") }
    text += "; \(Printable.duration(seconds: seconds))"
    if seconds > 0, total > 1 { text += ", \(Printable.grouped(Int(Double(total) / seconds)))/s" }
    return text
  }
}
