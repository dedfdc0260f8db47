import CanonicalJSON

extension ActionCoding {
  /// What is wrong with the domain's name and version, which stand in every segment header of its journals.
  func identityProblems() -> [String] {
    var problems: [String] = []
    let name = D.name
    if name.isEmpty {
      problems.append("`name` is empty; give the domain one, which its journals then carry")
    } else if !Self.isPlain(name) {
      problems.append(
        "`name` is \(JSONValue.string(name)); it stands in the header of every journal and in names of "
          + "files, so let it be 1 to 64 ASCII letters, digits, hyphens, underscores and dots, a letter or digit first"
      )
    }
    if D.version < 1 { problems.append("`version` is \(D.version); versions begin at 1") }
    return problems
  }

  private static func isPlain(_ name: String) -> Bool {
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard name.utf8.count <= 64, let first = name.utf8.first, isAlphanumeric(first) else { return false }
    return name.utf8.allSatisfy { isAlphanumeric($0) || [0x2D, 0x2E, 0x5F].contains($0) }
  }

  /// What is wrong with the machines that the domain describes.
  func machineProblems() -> [String] {
    var problems: [String] = []
    var names: [String] = []
    let paths = PartPaths.list(of: D.initialState)
    for machine in D.machines {
      let subject = machine.name.isEmpty ? "a machine" : "machine \(machine.name)"
      if machine.name.isEmpty { problems.append("\(subject): has no name; give it one") }
      if names.contains(machine.name) { problems.append("\(subject): there are two") }
      names.append(machine.name)
      if let problem = Self.problem(of: machine.pointer, among: paths) { problems.append("\(subject): \(problem)") }
      problems += stateProblems(of: machine).map { "\(subject): \($0)" }
      problems += transitionProblems(of: machine).map { "\(subject): \($0)" }
    }
    return problems
  }

  /// What is wrong with a pointer as far as the parts of the state tell: a row or member may come later.
  private static func problem(of pointer: String, among paths: [String]) -> String? {
    let tokens: [String]
    do throws(JSONPointerError) {
      tokens = try JSONPointer(pointer).tokens
    } catch {
      return "its pointer \"\(pointer)\" is no JSON Pointer; one begins with / and leads to a part of the state"
    }
    var outer = ""
    for (place, token) in tokens.enumerated() {
      let siblings = paths.filter { $0.hasPrefix(outer) && !$0.dropFirst(outer.count).contains(".") }
      // Inside a table, list or value there are no parts.
      if siblings.isEmpty { return nil }
      let path = outer + token
      guard siblings.contains(where: { TextOrder.areEqual($0, path) }) else {
        let before = tokens[..<place]
        let nearest = NearestName.nearest(to: path, in: siblings).map { pointerText(before, $0, outer) }
        let all = siblings.map { pointerText(before, $0, outer) }.joined(separator: ", ")
        let hint = nearest.map { "did you mean \($0)?" } ?? "its parts are \(all)"
        return "its pointer \(pointer) leads nowhere, since the state has no such part; \(hint)"
      }
      outer = path + "."
    }
    return nil
  }

  private static func pointerText(_ before: ArraySlice<String>, _ path: String, _ outer: String) -> String {
    JSONPointer(tokens: before + [String(path.dropFirst(outer.count))]).text
  }

  private func stateProblems(of machine: MachineDescription) -> [String] {
    if machine.states.isEmpty { return ["has no states; list them, the one where it begins first"] }
    var problems: [String] = []
    var seen: Set<[UInt8]> = []
    for state in machine.states where !seen.insert(Array(state.utf8)).inserted {
      problems.append("its state \(state) is listed twice")
    }
    return problems
  }

  private func transitionProblems(of machine: MachineDescription) -> [String] {
    var problems: [String] = []
    var seen: Set<String> = []
    func note(_ problem: String) {
      if seen.insert(problem).inserted { problems.append(problem) }
    }
    for transition in machine.transitions {
      let words = "the transition from \(transition.from) on \(transition.event)"
      for state in [transition.from, transition.to] where !machine.states.contains(state) {
        let nearest = NearestName.nearest(to: state, in: machine.states)
        let hint = nearest.map { "did you mean \($0)?" } ?? "its states are \(machine.states.joined(separator: ", "))"
        note("\(words) names the state \(state), which is none of its states; \(hint)")
      }
      let type = String(transition.event.prefix { !$0.isWhitespace && $0 != "(" && $0 != "[" })
      guard entry(for: type) == nil else { continue }
      let hint = nearestType(to: type).map { "did you mean \($0)?" } ?? "an event begins with the type of an action"
      note("\(words): no action is called \(type.isEmpty ? "\"\"" : type); \(hint)")
    }
    return problems
  }
}
