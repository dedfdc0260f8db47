/// A domain that asked for something no domain may ask for.
///
/// The state may already have been changed by the reducer when this is thrown: nothing of the action may be
/// written, and whoever holds the state must give it up (the daemon stops with exit 6).
public struct DomainFault: Error, Equatable, Sendable {
  /// What the domain did.
  public enum Kind: Equatable, Sendable {
    /// More effects than one action may ask for.
    case tooManyEffects(count: Int, limit: Int)
    /// The payload of one effect is too long.
    case payloadTooLong(type: String, length: Int, limit: Int)
    /// The payloads of all effects of one action are too long together.
    case payloadsTooLong(length: Int, limit: Int)
    /// A key is too long.
    case keyTooLong(length: Int, limit: Int)
    /// A key was used with a second policy.
    case secondPolicy(key: String, has: EffectPolicy, asked: EffectPolicy)
    /// A `parallel` policy that lets nothing run.
    case noWidth(key: String, width: Int)
    /// A timer's delay is negative or too long.
    case delayOutOfRange(key: String, milliseconds: Int64, limit: Int64)
    /// An action or effect does not encode to a name and a payload.
    case notEncodable(what: String)
    /// An action or effect holds a value that has no JSON; the path leads there within its payload.
    case payloadWithoutJSON(NoJSON)
    /// The state holds a value that has no JSON.
    case stateWithoutJSON(NoJSON)
    /// An action, a timer's or an effect's result, is not in the catalogue.
    case actionNotInCatalogue(type: String)
    /// An effect's name is reserved for the journal itself.
    case reservedName(type: String)
  }

  /// What the domain did.
  public let kind: Kind
  /// The seq that the action would have had.
  public let seq: UInt64

  /// Names a fault of the action that was to become `seq`.
  public init(_ kind: Kind, seq: UInt64) {
    self.kind = kind
    self.seq = seq
  }
}

extension DomainFault: CustomStringConvertible {
  /// One line for people: what the domain did and what its limit is.
  public var description: String {
    switch kind {
    case .tooManyEffects(let count, let limit):
      "the action asked for \(count) effects; at most \(limit) are allowed"
    case .payloadTooLong(let type, let length, let limit):
      "the payload of effect \(type) has \(length) bytes; at most \(limit) are allowed"
    case .payloadsTooLong(let length, let limit):
      "the payloads of the action's effects have \(length) bytes together; at most \(limit) are allowed"
    case .keyTooLong(let length, let limit):
      "an effect key has \(length) bytes; at most \(limit) are allowed"
    case .secondPolicy(let key, let has, let asked):
      "effect key \(key) has policy \(has.journalText) and was asked for with \(asked.journalText); a key has one policy"
    case .noWidth(let key, let width):
      "effect key \(key) has policy parallel:\(width); the number must be at least 1"
    case .delayOutOfRange(let key, let milliseconds, let limit):
      "the timer of key \(key) has a delay of \(milliseconds) ms; 0 to \(limit) are allowed"
    case .notEncodable(let what):
      "does not encode to a name and an object of labelled values: \(what)"
    case .payloadWithoutJSON(let missing): "the payload \(missing)"
    case .stateWithoutJSON(let missing): "the state \(missing)"
    case .actionNotInCatalogue(let type):
      "the action \(type) is not in the domain's catalogue; add it to `actions`"
    case .reservedName(let type):
      "the effect name \(type) is reserved; names that begin with log. belong to the journal"
    }
  }
}
