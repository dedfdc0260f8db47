import Foundation
import Testing

/// Published test vectors and recorded payloads that stand beside the checkout and are not part of it.
///
/// They are looked for in `$ACTIONLOG_SHARED_DATA`, else in `../shared/data` beside the package.
public enum SharedData {
  /// The root of the checkout.
  public static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The directory that holds the vectors, whether or not it exists.
  public static let directory: URL =
    ProcessInfo.processInfo.environment["ACTIONLOG_SHARED_DATA"].map { URL(filePath: $0) }
    ?? packageRoot.deletingLastPathComponent().appending(path: "shared/data")

  /// Whether the collection `name` is there.
  public static func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: directory.appending(path: name).path)
  }

  /// The location of `path` below the vectors' directory.
  public static func url(_ path: String) -> URL { directory.appending(path: path) }

  /// The bytes of the file at `path` below the vectors' directory.
  public static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(path))) }

  /// The names of the entries of the directory at `path`, in ascending order.
  public static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url(path).path).sorted()
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test, with a plain message, where the collection `name` of published vectors is absent.
  ///
  /// `.ci/run` looks for the words "missing test data" and fails if they appear although the vectors are there.
  public static func needsSharedData(_ name: String) -> Self {
    .enabled(if: SharedData.has(name), "missing test data: \(name)")
  }
}
