extension ActionCoding {
  /// What is wrong with the domain's declarations, one line each; a domain's tests expect none.
  ///
  /// Looks at the domain's name and version, and at
  ///
  /// - every entry: its name is its own and not reserved, its case labels all values, its example survives the way to
  ///   the wire and back, strictly and as replay reads it;
  /// - every upcaster: its chain ends at the catalogue's version;
  /// - the state: it shows every part that it stores, each under its own name, and all in it has JSON;
  /// - every selector: what it declares to read is there, as far as that can be told without a client's arguments;
  /// - every machine: its pointer leads to a part, its transitions go between its states, on actions that there are.
  public func problems() -> [String] {
    var problems = identityProblems()
    if known.isEmpty {
      problems.append("`actions` is empty, so nothing could ever happen; list every action with an example")
    }
    var names: Set<[UInt8]> = []
    for entry in known.map(\.entry) {
      let subject = entry.type.isEmpty ? "\(entry.example)" : entry.type
      let unlabelled = Self.unlabelledCase(in: entry.example)
      if let unlabelled { problems.append("\(subject): case \(unlabelled) does not label all its values") }
      guard !entry.type.isEmpty else {
        // Where a value has no label, that is why.
        if unlabelled == nil { problems.append("\(subject): \(Self.whyNameless(entry.example))") }
        continue
      }
      if entry.type == "log" || entry.type.hasPrefix("log.") { problems.append("\(subject): log. is reserved") }
      if !names.insert(Array(entry.type.utf8)).inserted { problems.append("\(subject): listed twice") }
      if entry.v < 1 { problems.append("\(subject): version \(entry.v); versions begin at 1") }
      if entry.summary.isEmpty { problems.append("\(subject): has no summary") }
      problems += roundTripProblems(entry).map { "\(subject): \($0)" }
    }
    return problems + upcasterProblems() + stateProblems() + selectorProblems() + machineProblems()
  }

  private static func whyNameless(_ example: D.Action) -> String {
    do throws(WireForm.Problem) {
      _ = try WireForm.encode(example)
    } catch .noJSON(let missing) {
      return "the example \(missing)"
    } catch {}
    return "does not encode to a name and an object of labelled values"
  }

  private func roundTripProblems(_ entry: ActionCatalogue<D.Action>.Entry) -> [String] {
    var problems: [String] = []
    for strict in [true, false] {
      do {
        let decoded = try decode(type: entry.type, v: entry.v, payload: entry.payload, strict: strict)
        if decoded != entry.example {
          problems.append("the example comes back as another action, \(strict ? "at the door" : "in replay")")
        }
      } catch {
        problems.append("the example does not decode, \(strict ? "at the door" : "in replay"): \(error)")
      }
    }
    return problems
  }

  private func upcasterProblems() -> [String] {
    var problems: [String] = []
    for (place, upcaster) in upcasters.enumerated() {
      let subject = "upcaster \(upcaster.type) v\(upcaster.from)"
      if upcasters[..<place].contains(where: { $0.type == upcaster.type && $0.from == upcaster.from }) {
        problems.append("\(subject): there are two")
      }
      if upcaster.type == upcaster.newType, upcaster.to <= upcaster.from {
        problems.append("\(subject): does not lead to a newer version")
      }
      if let entry = entry(for: upcaster.type), entry.v == upcaster.from {
        problems.append("\(subject): that is the current version")
      }
      if entry(for: upcaster.type, v: upcaster.from) == nil {
        problems.append("\(subject): leads to no action of the catalogue")
      }
    }
    return problems
  }

  /// The name of the case that holds an unlabelled value; nil when all are labelled.
  private static func unlabelledCase(in action: any ActionGroup) -> String? {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
    guard let child = mirror.children.first else { return nil }
    if let inner = child.value as? any ActionGroup { return unlabelledCase(in: inner) }
    let values = Mirror(reflecting: child.value)
    let isLabelled =
      values.displayStyle == .tuple && values.children.allSatisfy { $0.label.map { !$0.hasPrefix(".") } ?? false }
    return isLabelled ? nil : child.label ?? "\(action)"
  }
}
