/// The one rule by which an entity's revisions are compared.
enum Revision {
  /// Whether what comes in says something newer than what is known: a lower revision is an older answer, an equal one
  /// says nothing new. Without a revision on either side the newest answer counts.
  static func isNews(_ incoming: Int?, over known: Int?) -> Bool {
    guard let incoming, let known else { return true }
    return incoming > known
  }
}
