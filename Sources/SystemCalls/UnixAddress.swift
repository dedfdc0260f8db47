/// Where a Unix socket is: a path, or a name in the abstract space (written with a leading `@`).
package struct UnixAddress: Sendable, Equatable {
  /// Longest path or name, in bytes.
  package static let longestPath = 107

  package let text: String
  package let isAbstract: Bool

  /// A path of the file system, taken as it is.
  package init(path: String) {
    text = path
    isAbstract = false
  }

  /// As systemd writes it in `NOTIFY_SOCKET`: a leading `@` stands for the abstract space.
  package init(notation: String) {
    isAbstract = notation.hasPrefix("@")
    text = notation
  }

  /// The bytes that go into the address.
  var bytes: [CChar] {
    (isAbstract ? text.utf8.dropFirst() : text.utf8[...]).map { CChar(bitPattern: $0) }
  }
}
