/// What a reducer asks for besides the change of the state.
///
/// A small value: it names what to do and carries what is needed to do it, never a copy of the state.
public enum EffectCommand<Action, Effect> {
  /// Performs an effect under a key and that key's policy.
  case perform(Effect, key: String, policy: EffectPolicy)
  /// Settles all outstanding effects and timers of a key.
  case cancel(key: String)
  /// Dispatches an action after a delay of 0 milliseconds to ten years; a later timer of the same key replaces it.
  case after(milliseconds: Int64, key: String, Action)

  /// The same command for an enclosing domain, whose actions and effects wrap these.
  public func map<OuterAction, OuterEffect>(
    action: (Action) -> OuterAction, effect: (Effect) -> OuterEffect
  ) -> EffectCommand<OuterAction, OuterEffect> {
    switch self {
    case .perform(let inner, let key, let policy): .perform(effect(inner), key: key, policy: policy)
    case .cancel(let key): .cancel(key: key)
    case .after(let milliseconds, let key, let inner):
      .after(milliseconds: milliseconds, key: key, action(inner))
    }
  }
}

extension EffectCommand: Equatable where Action: Equatable, Effect: Equatable {}
extension EffectCommand: Sendable where Action: Sendable, Effect: Sendable {}
