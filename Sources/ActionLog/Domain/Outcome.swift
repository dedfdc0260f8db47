/// What a reducer made of an action; each of the three is a fact in the journal.
public enum Outcome<Action, Effect> {
  /// The action happened: the state changed as it says, and these effects are asked for.
  case applied([EffectCommand<Action, Effect>])
  /// The action came late, twice or for nothing: the state is as it was.
  case ignored(Reason)
  /// The action cannot follow: the state is as it was.
  case illegal(Reason)

  /// The action happened and asks for nothing.
  public static var applied: Outcome { .applied([]) }

  /// The action happened and asks for these effects.
  public static func applied(_ commands: EffectCommand<Action, Effect>...) -> Outcome { .applied(commands) }

  /// The action came late, twice or for nothing.
  public static func ignored(_ code: String, _ text: String) -> Outcome { .ignored(Reason(code, text)) }

  /// The action cannot follow.
  public static func illegal(_ code: String, _ text: String) -> Outcome { .illegal(Reason(code, text)) }

  /// The outcome for an enclosing domain, whose actions and effects wrap these.
  ///
  /// So reducers are combined by feature: `FeedReducer.reduce(&state.feed, action, now).map(action: …, effect: …)`.
  public func map<OuterAction, OuterEffect>(
    action: (Action) -> OuterAction, effect: (Effect) -> OuterEffect
  ) -> Outcome<OuterAction, OuterEffect> {
    switch self {
    case .applied(let commands): .applied(commands.map { $0.map(action: action, effect: effect) })
    case .ignored(let reason): .ignored(reason)
    case .illegal(let reason): .illegal(reason)
    }
  }

  /// The outcome of a feature without effects, for an enclosing domain, whose actions wrap these.
  public func map<OuterAction, OuterEffect>(
    action: (Action) -> OuterAction
  ) -> Outcome<OuterAction, OuterEffect> where Effect == Never {
    map(action: action, effect: impossible)
  }

  /// Which of the three it is.
  @inlinable
  public var kind: OutcomeKind {
    switch self {
    case .applied: .applied
    case .ignored: .ignored
    case .illegal: .illegal
    }
  }

  /// Why the action was ignored or illegal.
  @inlinable
  public var reason: Reason? {
    switch self {
    case .applied: nil
    case .ignored(let reason), .illegal(let reason): reason
    }
  }

  /// The effects asked for; none unless applied.
  @inlinable
  public var commands: [EffectCommand<Action, Effect>] {
    switch self {
    case .applied(let commands): commands
    case .ignored, .illegal: []
    }
  }
}

/// The effect of a feature that has none.
private func impossible<OuterEffect>(_: Never) -> OuterEffect {}

extension Outcome: Equatable where Action: Equatable, Effect: Equatable {}
extension Outcome: Sendable where Action: Sendable, Effect: Sendable {}

/// The three outcomes by name, as the journal spells them.
public enum OutcomeKind: String, Sendable, Hashable, CaseIterable {
  /// The action happened.
  case applied
  /// The action came late, twice or for nothing.
  case ignored
  /// The action cannot follow.
  case illegal
}
