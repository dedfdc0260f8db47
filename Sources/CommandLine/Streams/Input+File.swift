import SystemCalls

extension Input {
  /// Opens a file for reading; `/dev/stdin` and pipes are files too.
  static func file(_ path: String) throws(Failure) -> Input {
    do throws(SystemError) {
      let file = try OpenFile(FileDescriptor.open(path, .readOnly))
      if try file.descriptor.status().kind == .directory {
        throw SystemError(call: "read", errno: ErrorNumber.isADirectory)
      }
      return Input(name: path, isTerminal: false) { buffer throws(SystemError) in
        try file.descriptor.read(into: buffer)
      }
    } catch {
      throw .unreachable("cannot read \(path): \(error.text)")
    }
  }

  // Holds the descriptor open for as long as the closure that reads from it lives.
  private final class OpenFile {
    let descriptor: FileDescriptor
    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }
}
