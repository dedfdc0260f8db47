import FieldNotes
import SystemCalls

/// Files that a person can put something else in place of: nobody waits for it, and nobody writes over it.
enum RegularFile {
  /// The whole of the file at `path`, symbolic links followed.
  ///
  /// - Throws: `notFound` where there is none, `malformed` where it is no regular file, `tooLarge` where it has more
  ///   than `limit` bytes, `unreachable` where the system refuses it.
  static func contents(_ path: String, limit: Int = .max) throws(FeedError) -> [UInt8] {
    let bytes: [UInt8]
    let about: FileStatus
    do throws(SystemError) {
      // A pipe that is opened with waiting keeps its reader until someone writes into it.
      let file = try FileDescriptor.open(path, [.readOnly, .nonBlocking])
      about = try file.status()
      bytes = about.kind == .regular && about.size <= limit ? try file.readToEnd() : []
    } catch {
      throw refusal(error, path)
    }
    try require(about.kind, path)
    guard about.size <= limit, bytes.count <= limit else {
      throw FeedError(.tooLarge, "\(path) has \(max(about.size, bytes.count)) bytes, and \(limit) at most are taken")
    }
    return bytes
  }

  /// Refuses to replace what stands at `path` where it is no regular file; that nothing stands there is fine.
  static func requireReplaceable(_ path: String) throws(FeedError) {
    let kind: FileKind
    do throws(SystemError) {
      kind = try FileSystem.status(path).kind
    } catch {
      if error.errno == ErrorNumber.noSuchFile { return }
      throw refusal(error, path)
    }
    try require(kind, path)
  }

  private static func require(_ kind: FileKind, _ path: String) throws(FeedError) {
    guard kind != .regular else { return }
    throw FeedError(.malformed, "\(path): a \(kind.word) stands where a regular file must be; remove it")
  }

  private static func refusal(_ error: SystemError, _ path: String) -> FeedError {
    let told = SystemError(call: error.call, errno: error.errno, path: path)
    return FeedError(error.errno == ErrorNumber.noSuchFile ? .notFound : .unreachable, "\(told)")
  }
}

extension FileKind {
  /// What it is, for people.
  fileprivate var word: String {
    switch self {
    case .regular: "regular file"
    case .directory: "directory"
    case .socket: "socket"
    case .symbolicLink: "symbolic link"
    case .pipe: "pipe"
    case .device: "device"
    case .other: "thing of another kind"
    }
  }
}
