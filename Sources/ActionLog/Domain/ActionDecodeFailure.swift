import CanonicalJSON

/// An action or effect whose name or payload this version of the domain does not read.
public struct ActionDecodeFailure: Error, Equatable, Sendable {
  /// What stood in the way.
  public enum Kind: Equatable, Sendable {
    /// No action has this name; `nearest` is one that is spelled alike.
    case unknownType(nearest: String?)
    /// The payload is of a version that is neither the current one nor one that an upcaster reads.
    case unknownVersion(current: Int)
    /// The payload does not decode: what was expected at which place (RFC 6901, within the payload).
    case payload(path: String, expected: String, nearest: String?, offset: Int)
    /// An upcaster refused the payload of an old version.
    case upcasting(what: String)
  }

  /// The name that was asked for.
  public let type: String
  /// The version of the payload.
  public let v: Int
  /// What stood in the way.
  public let kind: Kind

  /// Whether the payload lacks the member that `path` leads to.
  package let isMissing: Bool

  /// What leads to `expected` in a sentence; empty where that is a sentence of its own.
  private let lead: String

  /// Names a failure.
  public init(type: String, v: Int, kind: Kind) {
    self.init(type: type, v: v, kind: kind, lead: "", isMissing: false)
  }

  /// Names a failure of a payload as its decoder told it.
  init(type: String, v: Int, _ failure: DecodeFailure, in wrapper: WireWrapper) {
    let lead =
      switch failure.kind {
      case .missing: "missing, expected "
      case .mismatch, .unknownMember: "expected "
      case .syntax, .custom: ""
      }
    var told = failure
    if failure.kind == .missing, failure.nearest != nil {
      // The decoder names the member that was perhaps given in its place; who gave it asks for the right name.
      told.nearest = (try? JSONPointer(failure.path))?.tokens.last
    }
    self.init(type: type, v: v, kind: wrapper.unwrap(told), lead: lead, isMissing: failure.kind == .missing)
  }

  private init(type: String, v: Int, kind: Kind, lead: String, isMissing: Bool) {
    self.isMissing = isMissing
    self.type = type
    self.v = v
    self.kind = kind
    self.lead = lead
  }

  /// Whether both name the same failure.
  public static func == (left: ActionDecodeFailure, right: ActionDecodeFailure) -> Bool {
    left.type == right.type && left.v == right.v && left.kind == right.kind
  }

  /// The place in the payload, as a JSON Pointer; nil when the payload is not what failed.
  public var path: String? {
    if case .payload(let path, _, _, _) = kind { return path }
    return nil
  }

  /// What was expected there.
  public var expected: String? {
    if case .payload(_, let expected, _, _) = kind { return expected }
    return nil
  }

  /// A name that exists and is spelled alike: an action's or a member's.
  public var nearest: String? {
    switch kind {
    case .unknownType(let nearest), .payload(_, _, let nearest, _): nearest
    case .unknownVersion, .upcasting: nil
    }
  }
}

extension ActionDecodeFailure: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    let hint = nearest.map { "; did you mean \($0)?" } ?? ""
    switch kind {
    case .unknownType: return "no action is called \(type)\(hint)"
    case .unknownVersion(let current): return "\(type) has version \(current), not \(v), and no upcaster reads \(v)"
    case .payload(let path, let expected, _, _):
      return "\(type) v\(v) at \(path.isEmpty ? "the payload" : path): \(lead)\(expected)\(hint)"
    case .upcasting(let what): return "\(type) v\(v) could not be brought to the current version: \(what)"
    }
  }
}
