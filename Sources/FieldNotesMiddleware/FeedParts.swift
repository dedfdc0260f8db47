import FieldNotes
import SystemCalls

/// The middleware of a daemon that reads its feed from a directory.
public enum FeedParts {
  /// Performs the feed's effects on the pages in `feedDirectory`, with the cache at `cachePath` and the accepted edits
  /// in `edits.json` beside it. What keeps either from being read is told to `warn` at once, not when it is needed.
  public static func middleware(
    feedDirectory: String, cachePath: String, warn: @escaping @Sendable (String) -> Void
  ) -> FeedMiddleware<DirectoryFeed, CacheFile> {
    let editsPath = folder(of: cachePath) + "edits.json"
    let feed = DirectoryFeed(directory: feedDirectory, editsPath: editsPath, warn: warn)
    let cacheWarning = LastWarning(warn)
    let cache = CacheFile(path: cachePath) { cacheWarning.tell($0) }
    do throws(FeedError) {
      try feed.checkEdits()
    } catch {
      warn("no page is read and no edit taken: \(error.message)")
    }
    _ = cache.read()
    return FeedMiddleware(
      api: feed,
      cache: cache,
      makeRequestID: { randomRequestID() },
      warn: warn)
  }

  /// Whether a directory stands at `path`, so that a feed can be read from it.
  public static func isDirectory(_ path: String) -> Bool {
    (try? FileSystem.status(path))?.kind == .directory
  }

  /// The path's part up to its last slash, that slash included.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return String(path[...slash])
  }

  /// An id that no other run makes.
  private static func randomRequestID() -> RequestID {
    guard let uuid = try? SystemRandom.uuid() else {
      // Without the kernel's random numbers the clock still tells two requests of this machine apart.
      return RequestID("t-\(Clock.realtimeMicroseconds())-\(CurrentProcess.id)")
    }
    return RequestID(uuid)
  }
}
