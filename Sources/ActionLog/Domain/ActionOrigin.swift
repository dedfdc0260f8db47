/// Who may dispatch an action.
public enum ActionOrigin: String, Sendable, Hashable {
  /// Anyone whom the policy lets.
  case client
  /// Only the performer of an effect, as its result, or a timer.
  case effect
}
