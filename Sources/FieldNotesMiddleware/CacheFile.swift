import CanonicalJSON
import FieldNotes
import SystemCalls

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
    do throws(SystemError) {
      guard let bytes = try file.read() else { return nil }
      return decode(bytes)
    } catch {
      warn("the feed's cache is not read: \(error)")
      return nil
    }
  }

  private func decode(_ bytes: [UInt8]) -> FeedSnapshot? {
    do throws(DecodeFailure) {
      return try CanonicalDecoder(limits: WholeFile.limits).decode(FeedSnapshot.self, from: bytes)
    } catch {
      warn("the feed's cache is passed over, \(file.path) at byte \(error.offset): expected \(error.expected)")
      return nil
    }
  }

  /// Replaces the file; a temporary name stands first.
  public func write(_ snapshot: FeedSnapshot) throws(FeedError) {
    do {
      try file.replace(with: CanonicalEncoder().encode(snapshot))
    } catch {
      throw FeedError(.unreachable, "\(error)")
    }
  }
}
