import CanonicalJSON

extension ActionCoding {
  /// What is wrong with the parts of the domain's state: what would stop the program as soon as it holds one.
  public func stateProblems() -> [String] {
    var state = D.initialState
    if let fault = PartCensus.fault(of: &state) { return ["state: \(fault)"] }
    return state.noJSON().map { ["state: the initial state \($0)"] } ?? []
  }

  /// What is wrong with what the domain's selectors declare to read.
  func selectorProblems() -> [String] {
    var problems: [String] = []
    var names: [String] = []
    let paths = PartPaths.list(of: D.initialState)
    for selector in D.selectors {
      let subject = "selector \(selector.name)"
      if names.contains(selector.name) { problems.append("\(subject): there are two") }
      names.append(selector.name)
      guard let reads = selector.probedReads() else { continue }
      if reads.isEmpty && selector.arguments.isEmpty {
        problems.append(
          "\(subject): declares to read nothing, so whoever watches it is never told; name the parts that it reads, or "
            + ".everything")
      }
      // An empty path is one that the made-up arguments were to name.
      let judged = reads.filter { selector.arguments.isEmpty || $0.path != "" }
      problems += judged.compactMap { Self.problem(of: $0, among: paths) }.map { "\(subject): \($0)" }
    }
    return problems
  }

  private static func problem(of read: Read, among paths: [String]) -> String? {
    guard let path = read.path, !paths.contains(where: { TextOrder.areEqual($0, path) }) else { return nil }
    let nearest = NearestName.nearest(to: path, in: paths)
    let hint = nearest.map { "did you mean \($0)?" } ?? "its parts are \(paths.joined(separator: ", "))"
    return "declares to read \(read), but the state has no such part; \(hint)"
  }
}
