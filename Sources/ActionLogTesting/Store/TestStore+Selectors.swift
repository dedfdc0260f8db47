import ActionLog

extension TestStore {
  /// A selector whose value changed although nothing that it declares to read was touched would never be told to those
  /// who watch it. Each is reported once; those that need arguments cannot be asked here.
  func checkSelectors(_ reduced: Reduced, _ step: Step<D>) {
    guard !reduced.changes.isEmpty else { return }
    for selector in D.selectors where !selector.arguments.contains(where: \.required) {
      guard !misreadSelectors.contains(selector.name), let reads = try? selector.reads([:]),
        !reduced.changes.affects(anyOf: reads)
      else { continue }
      let before = try? selector.evaluate(step.before.root.state, [:])
      guard let after = try? selector.evaluate(state, [:]), let before, before != after else { continue }
      misreadSelectors.insert(selector.name)
      let declared = reads.isEmpty ? "nothing" : reads.map { "\($0)" }.joined(separator: ", ")
      let touched = reduced.changes.parts.map(Self.shown).joined(separator: ", ")
      report(
        """
        selector \(selector.name) changed, though nothing that it declares to read was touched: whoever watches it would \
        not be told
          was       \(ShownValue.text(before))
          is        \(ShownValue.text(after))
          declared  \(declared)
          touched   \(touched)
        """, step)
    }
  }

  private static func shown(_ part: ChangeSet.Part) -> String {
    guard let rows = part.rows else { return part.path }
    return "\(part.path) (\(ShownValue.cut(rows.joined(separator: ", "))))"
  }
}
