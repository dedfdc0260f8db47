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

/// What the service tells of whole or in parts, each time as of a revision.
protocol Revised {
  /// The newest revision that anything was told about.
  var rev: Int? { get }
  /// The revision at which the whole of it was last told.
  var wholeRev: Int? { get }
}

extension Revised {
  /// Whether what is told as of the revision `told` says something that is not known yet: of a revision that only parts
  /// are known of, an equal one does.
  func isNews(_ told: Int?) -> Bool { Revision.isNews(told, over: rev, part: wholeRev != rev) }
}

extension Document: Revised {}
extension Folder: Revised {}
extension Owner: Revised {}
