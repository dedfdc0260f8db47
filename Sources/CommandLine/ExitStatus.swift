/// What the process tells its caller when it ends.
enum ExitStatus: Int32, Comparable, Sendable {
  /// All is well.
  case fine = 0
  /// The answer is "no": differs, not found, refused, fails verification, ignored or illegal.
  case no = 1
  /// The command line or what it carries is wrong as it stands.
  case usage = 2
  /// Something cannot be read, reached or written.
  case unreachable = 3
  /// The journal is damaged.
  case damaged = 4

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }
}
