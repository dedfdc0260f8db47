import CanonicalJSON

/// What is read from a state, ready to be evaluated on any thread: the value that a pointer leads to, or what a
/// selector derives.
package enum Query<State: StateTree>: Sendable {
  case pointer(JSONPointer)
  case selector(Selector<State>, arguments: JSONValue)

  /// The value as canonical JSON. Whole parts of a state are encoded for this, so it may take long.
  ///
  /// - Throws: `nothing` where the pointer leads nowhere, `noValue` where the selector gives none.
  package func evaluate(_ state: State) throws(QueryFailure) -> [UInt8] {
    switch self {
    case .pointer(let pointer):
      guard let value = state.value(at: pointer) else { throw .nothing(at: pointer) }
      return value
    case .selector(let selector, let arguments):
      do throws(SelectorFailure) {
        return try selector.evaluate(state, arguments)
      } catch {
        throw .noValue(of: selector.name, error)
      }
    }
  }
}

/// Why a question to a state has no answer.
package enum QueryFailure: Error, Equatable, Sendable {
  /// There is no selector of that name.
  case unknownSelector(String, nearest: String?)
  /// The pointer leads nowhere in this state.
  case nothing(at: JSONPointer)
  /// The selector of that name does not take the arguments, or its value has no JSON.
  case noValue(of: String, SelectorFailure)
}

extension Selector {
  /// The first of `selectors` that has the name.
  ///
  /// - Throws: `unknownSelector`, with the nearest name there is.
  package static func named(_ name: String, among selectors: [Selector]) throws(QueryFailure) -> Selector {
    if let selector = selectors.first(where: { $0.name == name }) { return selector }
    throw .unknownSelector(name, nearest: NearestName.nearest(to: name, in: selectors.map(\.name).sorted()))
  }
}
