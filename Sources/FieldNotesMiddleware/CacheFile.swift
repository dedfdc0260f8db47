import FieldNotes

/// The feed's cache in one JSON file.
public struct CacheFile: FeedCache {
  private let file: WholeFile
  private let warn: @Sendable (String) -> Void

  /// The cache at `path`; `warn` is told why a file that is there is no cache.
  public init(path: String, warn: @escaping @Sendable (String) -> Void) {
    file = WholeFile(path: path)
    self.warn = warn
  }

  /// The snapshot in the file; a missing file is a miss, an unreadable one a miss with a warning.
  public func read() -> FeedSnapshot? {
    do throws(FeedError) {
      return try file.read(FeedSnapshot.self)
    } catch {
      warn("the feed's cache is passed over: \(error.message)")
      return nil
    }
  }

  /// Replaces the file; a temporary name stands first. What is no regular file is not replaced.
  public func write(_ snapshot: FeedSnapshot) throws(FeedError) { try file.replace(with: snapshot) }
}
