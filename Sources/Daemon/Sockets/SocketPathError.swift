import SystemCalls

/// Why a socket could not be put at its path. Whatever stood there still does.
enum SocketPathError: Error, Equatable {
  case empty
  case containsNUL(path: String)
  case tooLong(path: String, length: Int, limit: Int)
  /// Something that is not a socket is there.
  case foreignFile(path: String, kind: FileKind)
  /// Somebody answers there.
  case alreadyServed(path: String)
  /// A socket is there, and whether somebody answers cannot be told.
  case unreachable(path: String, SystemError)
  /// The directory that is to hold it is not there.
  case noDirectory(path: String, directory: String)
  case system(path: String, SystemError)

  /// What is wrong and what to do, in one line.
  var summary: String {
    switch self {
    case .empty:
      "the socket path is empty; name one with --socket"
    case .containsNUL:
      "the socket path contains a NUL byte; name another with --socket"
    case .tooLong(let path, let length, let limit):
      "the socket path \(path) is \(length) bytes long, and the limit is \(limit); choose a shorter one with --socket"
    case .foreignFile(let path, let kind):
      "\(path) is there and is not a socket but a \(Self.word(kind)); it was left alone; choose another path with"
        + " --socket, or remove it"
    case .alreadyServed(let path):
      "another daemon answers at \(path); stop it, or choose another path with --socket"
    case .unreachable(let path, let error):
      "a socket is at \(path), and whether a daemon answers there cannot be told: \(error.text) (\(error.name));"
        + " remove it if none does"
    case .noDirectory(let path, let directory):
      "cannot make the socket \(path): there is no directory \(directory); make it, or choose another path with"
        + " --socket"
    case .system(let path, let error):
      "cannot make the socket \(path): \(error.text) (\(error.name))"
    }
  }

  private static func word(_ kind: FileKind) -> String {
    switch kind {
    case .regular: "file"
    case .directory: "directory"
    case .symbolicLink: "symbolic link"
    case .pipe: "pipe"
    case .device: "device"
    case .socket: "socket"
    case .other: "foreign thing"
    }
  }
}
