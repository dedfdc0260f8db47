import Glibc

extension FileSystem {
  /// Names in a directory without `.` and `..`, in no order. Names that are no UTF-8 are repaired and so not openable.
  package static func names(in directory: String) throws(SystemError) -> [String] {
    guard let stream = opendir(directory) else { throw SystemError("opendir", directory) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      // readdir tells the end from an error by errno alone.
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw SystemError("readdir", directory) }
        return names
      }
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let name = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
      if name != "." && name != ".." { names.append(name) }
    }
  }
}
