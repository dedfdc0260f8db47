/// The one rule by which an entity's revisions are compared.
enum Revision {
  /// Whether what comes in says something that is not known: a lower revision is an older answer, an equal one says
  /// nothing new unless of that revision only `part` is known. Without a revision on either side the newest answer
  /// counts.
  static func isNews(_ incoming: Int?, over known: Int?, part: Bool) -> Bool {
    guard let incoming, let known else { return true }
    return part ? incoming >= known : incoming > known
  }
}
