import CLinux
import Glibc

/// Making and connecting Unix stream sockets, and sending single datagrams; any thread.
package enum UnixSocket {
  /// A socket that accepts at `address`. The file it makes has `permissions` from its first moment, less what the
  /// umask takes; without them, what the umask leaves.
  ///
  /// - Throws: `ENAMETOOLONG` past 107 bytes, `EADDRINUSE` where something stands at the path.
  package static func listen(
    at address: UnixAddress, permissions: UInt32? = nil, backlog: Int32 = 4096
  ) throws(SystemError) -> FileDescriptor {
    let socket = FileDescriptor(owning: try retrying("socket") { clinux_unix_socket(1, 1) })
    // Linux makes the file with the permissions of the unbound socket.
    if let permissions { try socket.setPermissions(permissions) }
    try bind(socket, to: address)
    let descriptor = socket.rawValue
    try retrying("listen", address.text) { Glibc.listen(descriptor, backlog) }
    return socket
  }

  /// A blocking connection to whoever accepts at `address`.
  ///
  /// - Throws: `ENOENT` where nothing is, `ECONNREFUSED` where nobody listens (a stale socket).
  package static func connect(to address: UnixAddress) throws(SystemError) -> FileDescriptor {
    let socket = FileDescriptor(owning: try retrying("socket") { clinux_unix_socket(1, 0) })
    let bytes = address.bytes
    let descriptor = socket.rawValue
    try retrying("connect", address.text) {
      clinux_unix_connect(descriptor, bytes, bytes.count, address.isAbstract ? 1 : 0)
    }
    return socket
  }

  /// Two ends of one stream.
  package static func pair() throws(SystemError) -> SocketPair {
    var both: [Int32] = [-1, -1]
    try both.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
      guard let base = buffer.baseAddress else { return }
      try retrying("socketpair") { clinux_unix_pair(base) }
    }
    return SocketPair(one: FileDescriptor(owning: both[0]), other: FileDescriptor(owning: both[1]))
  }

  /// Sends one datagram, as `sd_notify` does to the service manager.
  package static func sendDatagram(_ bytes: [UInt8], to address: UnixAddress) throws(SystemError) {
    let socket = FileDescriptor(owning: try retrying("socket") { clinux_unix_socket(2, 0) })
    let path = address.bytes
    let descriptor = socket.rawValue
    try retrying("sendmsg", address.text) {
      clinux_unix_send_to(descriptor, bytes, bytes.count, path, path.count, address.isAbstract ? 1 : 0)
    }
  }

  /// A datagram socket that receives at `address`.
  package static func receiveDatagrams(at address: UnixAddress) throws(SystemError) -> FileDescriptor {
    let socket = FileDescriptor(owning: try retrying("socket") { clinux_unix_socket(2, 0) })
    try bind(socket, to: address)
    return socket
  }

  private static func bind(_ socket: borrowing FileDescriptor, to address: UnixAddress) throws(SystemError) {
    let bytes = address.bytes
    let descriptor = socket.rawValue
    try retrying("bind", address.text) {
      clinux_unix_bind(descriptor, bytes, bytes.count, address.isAbstract ? 1 : 0)
    }
  }
}

/// The two ends of `UnixSocket.pair()`.
package struct SocketPair: ~Copyable, Sendable {
  package var one: FileDescriptor
  package var other: FileDescriptor
}
