/// The end of a message about a name that nothing has.
enum Suggestion {
  /// Asks whether the nearest name was meant; where none is near, says what is to be done otherwise.
  static func text(_ nearest: String?, otherwise remedy: String = "") -> String {
    nearest.map { ": did you mean '\($0)'?" } ?? remedy
  }
}
