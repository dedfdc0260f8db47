import ActionLog
import CanonicalJSON
import Testing

/// A selector that a test store watches, with its arguments.
struct WatchedSelector<State: StateTree> {
  let selector: Selector<State>
  let arguments: JSONValue

  /// How a failure calls it.
  var name: String {
    if case .object(let object) = arguments, object.isEmpty { return selector.name }
    return "\(selector.name) \(ShownValue.text(arguments))"
  }
}

extension TestStore {
  /// The value of a selector, asked by its name as a client asks; nil after a failure.
  ///
  /// From then on it is watched with these arguments: a step that changes its value, though nothing that it declares to
  /// read was touched, is a failure. Selectors that need no arguments are watched from the beginning.
  ///
  ///     #expect(store.value(of: "seats.freeInRow", ["row": 1]) == 12)
  ///
  /// - Parameters:
  ///   - name: the selector's name.
  ///   - arguments: what it takes, an object.
  public func value(
    of name: String, _ arguments: JSONValue = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) -> JSONValue? {
    bytes(of: name, arguments, at: sourceLocation).flatMap { try? JSONValue.parse($0, limits: .unlimited) }
  }

  /// The value of a selector, asked by its name and decoded; nil after a failure.
  ///
  ///     let free = store.value(of: "seats.freeInRow", ["row": 1], as: [SeatID].self)
  public func value<Value: Decodable>(
    of name: String, _ arguments: JSONValue = [:], as type: Value.Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Value? {
    guard let bytes = bytes(of: name, arguments, at: sourceLocation) else { return nil }
    do {
      return try CanonicalDecoder(limits: .unlimited).decode(type, from: bytes)
    } catch {
      reporter.report("the value of selector \(name) is no \(type): \(error.summary)", at: sourceLocation)
      return nil
    }
  }

  private func bytes(of name: String, _ arguments: JSONValue, at location: SourceLocation) -> [UInt8]? {
    // Reported where the store was made.
    if stateProblem != nil { return nil }
    guard let selector = D.selectors.first(where: { $0.name == name }) else {
      let nearest = NearestName.nearest(to: name, in: D.selectors.map(\.name))
      let hint = nearest.map { "; did you mean \($0)?" } ?? ""
      reporter.report("the domain has no selector named \(name)\(hint)", at: location)
      return nil
    }
    do {
      let value = try selector.evaluate(state, arguments)
      if !watched.contains(where: { $0.selector.name == name && $0.arguments == arguments }) {
        watched.append(WatchedSelector(selector: selector, arguments: arguments))
      }
      return value
    } catch {
      reporter.report("selector \(name) \(ShownValue.text(arguments)): \(error.text)", at: location)
      return nil
    }
  }

  /// A selector whose value changed although nothing that it declares to read was touched would never be told to those
  /// who watch it. Each is reported once.
  func checkSelectors(_ reduced: Reduced, _ step: Step<D>) {
    guard !reduced.changes.isEmpty else { return }
    for watched in watched where !misreadSelectors.contains(watched.name) {
      guard let reads = try? watched.selector.reads(watched.arguments), !reduced.changes.affects(anyOf: reads) else {
        continue
      }
      let before = try? watched.selector.evaluate(step.before.root.state, watched.arguments)
      guard let after = try? watched.selector.evaluate(state, watched.arguments), let before, before != after else {
        continue
      }
      misreadSelectors.insert(watched.name)
      let declared = reads.isEmpty ? "nothing" : reads.map { "\($0)" }.joined(separator: ", ")
      let touched = reduced.changes.parts.map(Self.shown).joined(separator: ", ")
      report(
        """
        selector \(watched.name) changed, though nothing that it declares to read was touched: whoever watches it would \
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
