import CanonicalJSON

/// Why a selector gave no value; nothing was changed by asking.
public enum SelectorFailure: Error, Equatable, Sendable {
  /// The selector takes no argument of that name.
  case unknownArgument(path: String, nearest: String?)
  /// An argument that must be given is not there; `nearest` is one that was given and that nobody asks for.
  case missingArgument(path: String, nearest: String?)
  /// An argument is of another type than expected.
  case invalidArgument(path: String, expected: String)
  /// The selected value has no JSON (a number that is not finite).
  case noJSON(why: String)

  /// What is wrong and what to do, in one sentence.
  public var text: String {
    switch self {
    case .unknownArgument(let path, let nearest?): "unknown argument \(path); did you mean \(nearest)?"
    case .unknownArgument(let path, nil): "unknown argument \(path)"
    case .missingArgument(let path, let nearest?): "argument \(path) is missing; did you mean it by \(nearest)?"
    case .missingArgument(let path, nil): "argument \(path) is missing"
    case .invalidArgument(let path, let expected): "argument \(path) must be \(expected)"
    case .noJSON(let why): "the selected value has no JSON: \(why)"
    }
  }

  init(_ failure: DecodeFailure) {
    switch failure.kind {
    case .unknownMember: self = .unknownArgument(path: failure.path, nearest: failure.nearest)
    case .missing: self = .missingArgument(path: failure.path, nearest: failure.nearest)
    case .syntax, .mismatch, .custom: self = .invalidArgument(path: failure.path, expected: failure.expected)
    }
  }
}
