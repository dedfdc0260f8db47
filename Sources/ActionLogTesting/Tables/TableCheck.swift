import ActionLog
import CanonicalJSON

/// Goes through a transition table and notes what is not as written.
struct TableCheck<D: Domain, Value: Codable & Equatable & Sendable> {
  typealias Table = TransitionTable<D, Value>

  private static var unwritten: String { "(nobody wrote it down)" }

  private let table: Table
  private let coding = ActionCoding<D>()
  private var findings = Columns(indent: 2)
  private var remarks: [String] = []

  init(_ table: Table) {
    self.table = table
    findings.add("state", "event", "written", "found")
  }

  /// All that was found; nil for nothing.
  var text: String? {
    let cells = findings.rowCount - 1
    guard cells > 0 || !remarks.isEmpty else { return nil }
    let heading = cells == 1 ? "1 cell of the transition table is" : "\(cells) cells of the transition table are"
    let lines = cells > 0 ? ["\(heading) not as written:"] + findings.lines() : []
    return (lines + remarks).joined(separator: "\n")
  }

  mutating func run() {
    for row in table.rows {
      checkNames(of: row)
      for state in table.states {
        let written = row.everywhere ?? row.cells.first { isSame($0.state, state) }?.cell
        tryOut(row.event, in: state, written)
      }
    }
    lookForMissingEvents()
    lookForMissingStates()
  }

  private mutating func tryOut(_ event: D.Action, in value: Value, _ written: Table.Cell?) {
    var state = table.start
    table.put(&state, value)
    var reduction = Reduction<D>(state: state, coding: coding)
    let before = reduction
    let isResult = encoded(event).flatMap { coding.entry(for: $0.type) }?.origin == .effect
    let moment = Moment(
      seq: 2, at: Timestamp(microseconds: 2), effect: isResult ? EffectID(seq: 1, index: 0) : nil)
    let found: Found
    do {
      let reduced = try reduction.reduce(event, moment)
      found = Found(reduced, next: table.read(reduction.root.state))
    } catch {
      findings.add("\(value)", name(event), written.map(text) ?? Self.unwritten, "a fault: \(error)")
      return
    }
    guard let written else {
      findings.add("\(value)", name(event), Self.unwritten, found.text)
      return
    }
    if found.brokePromise || !isSame(found, written, before, moment) {
      findings.add("\(value)", name(event), text(written), found.text)
    }
  }

  private func isSame(_ found: Found, _ written: Table.Cell, _ before: Reduction<D>, _ moment: Moment) -> Bool {
    switch written {
    case .to(let next, let commands):
      guard found.outcome == .applied, isSame(found.next, next) else { return false }
      return (try? before.journal(commands, moment)) == found.effects
    case .ignored(let reason): return found.outcome == .ignored && reason.admits(found.reason)
    case .illegal(let reason): return found.outcome == .illegal && reason.admits(found.reason)
    }
  }

  private mutating func checkNames(of row: Table.Row) {
    for (place, entry) in row.cells.enumerated() {
      if !table.states.contains(where: { isSame($0, entry.state) }) {
        remarks.append("\(name(row.event)) has a cell for \(entry.state), which is none of the table's states")
      }
      if row.cells[..<place].contains(where: { isSame($0.state, entry.state) }) {
        remarks.append("\(name(row.event)) has two cells for \(entry.state)")
      }
    }
  }

  private mutating func lookForMissingEvents() {
    let types = D.actions.entries.map(\.type)
    let meant = types.filter { $0.hasPrefix(table.prefix) }
    guard !meant.isEmpty else { return remarks.append(noEvents(among: types)) }
    let written = table.rows.compactMap { encoded($0.event)?.type }
    for type in meant where !written.contains(type) { remarks.append("nobody wrote down what \(type) does") }
    var strangers: [String] = []
    for type in written where !type.hasPrefix(table.prefix) && !strangers.contains(type) { strangers.append(type) }
    for type in strangers {
      remarks.append("\(type) has a row, and is none of the table's events, which begin with \(table.prefix)")
    }
  }

  /// What to say of a prefix that no action has: nothing would be missed.
  private func noEvents(among types: [String]) -> String {
    var prefixes: [String] = []
    for type in types {
      for place in type.indices where type[place] == "." {
        let prefix = String(type[...place])
        if !prefixes.contains(prefix) { prefixes.append(prefix) }
      }
    }
    let nearest = NearestName.nearest(to: table.prefix, in: prefixes + types)
    return "no action of the catalogue begins with \(table.prefix)" + (nearest.map { "; did you mean \($0)?" } ?? "")
  }

  private mutating func lookForMissingStates() {
    guard let name = table.machine else { return }
    guard let machine = D.machines.first(where: { $0.name == name }) else {
      remarks.append("the domain describes no machine named \(name)")
      return
    }
    let names = table.states.map(caseName)
    for state in machine.states where !names.contains(state) {
      remarks.append("nobody wrote down what happens in \(state), which the machine \(name) has")
    }
    for state in names where !machine.states.contains(state) {
      remarks.append("the machine \(name) has no state \(state)")
    }
  }
}

extension TableCheck {
  /// What an event did.
  private struct Found {
    let outcome: OutcomeKind
    let reason: Reason?
    let next: Value
    let effects: [JournaledEffect]
    let brokePromise: Bool

    init(_ reduced: Reduced, next: Value) {
      outcome = reduced.outcome
      reason = reduced.reason
      effects = reduced.effects
      brokePromise = reduced.brokePromise
      self.next = next
    }

    var text: String {
      let promise = brokePromise ? ", and the state changed all the same" : ""
      guard outcome == .applied else { return ShownOutcome.text(outcome, reason) + promise }
      return (["to \(next)"] + effects.map { "asks \($0.type) (\($0.key), \($0.policy.journalText))" })
        .joined(separator: ", ")
    }
  }

  private func text(_ cell: Table.Cell) -> String {
    switch cell {
    case .to(let next, let commands):
      (["to \(next)"] + commands.map { "asks \(text($0))" }).joined(separator: ", ")
    case .ignored(let reason): ShownOutcome.text(.ignored, reason)
    case .illegal(let reason): ShownOutcome.text(.illegal, reason)
    }
  }

  private func text(_ command: EffectCommand<D.Action, D.Effect>) -> String {
    switch command {
    case .perform(let effect, let key, let policy):
      "\((try? coding.encode(effect: effect).type) ?? "\(effect)") (\(key), \(policy.journalText))"
    case .cancel(let key): "\(JournaledEffect.cancelType) (\(key))"
    case .after(let milliseconds, let key, let action):
      "\(JournaledEffect.timerType) (\(key)) of \(name(action)) in \(milliseconds) ms"
    }
  }

  private func encoded(_ event: D.Action) -> EncodedAction? { try? coding.encode(event) }

  private func name(_ event: D.Action) -> String {
    encoded(event).map { "\($0.type) \(ShownValue.text($0.payload))" } ?? "\(event)"
  }

  /// Whether both are the same in the state's JSON.
  private func isSame(_ one: Value, _ other: Value) -> Bool {
    guard let bytes = try? CanonicalEncoder().encode(one) else { return one == other }
    return bytes == (try? CanonicalEncoder().encode(other))
  }

  /// The name of an enum's case as JSON has it: the string, or the only member.
  private func caseName(_ value: Value) -> String {
    guard let bytes = try? CanonicalEncoder().encode(value), let json = try? JSONValue.parse(bytes) else {
      return "\(value)"
    }
    return json.string ?? json.object?.names.first ?? "\(value)"
  }
}
