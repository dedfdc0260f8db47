import CLinux
import Glibc

/// Who is at the other end of a Unix socket, as the kernel noted it when the connection was made.
package struct PeerCredentials: Sendable, Equatable {
  package var uid: UInt32
  package var gid: UInt32
  package var pid: Int32

  package init(uid: UInt32, gid: UInt32, pid: Int32) {
    self.uid = uid
    self.gid = gid
    self.pid = pid
  }
}

extension FileDescriptor {
  /// Credentials of the peer of a connected Unix socket.
  package func peerCredentials() throws(SystemError) -> PeerCredentials {
    let descriptor = rawValue
    var pid: Int32 = 0
    var uid: UInt32 = 0
    var gid: UInt32 = 0
    try retrying("getsockopt") { clinux_peer_credentials(descriptor, &pid, &uid, &gid) }
    return PeerCredentials(uid: uid, gid: gid, pid: pid)
  }

  /// Supplementary groups of the peer; empty where the kernel knows none.
  package func peerGroups() throws(SystemError) -> [UInt32] {
    var capacity = 64
    while true {
      var groups = [UInt32](repeating: 0, count: capacity)
      let count = clinux_peer_groups(rawValue, &groups, Int32(capacity))
      if count >= 0 { return Array(groups[..<Int(count)]) }
      // The kernel's own limit is 65,536 groups.
      guard errno == ERANGE, capacity < 65_536 else { throw SystemError("getsockopt", nil) }
      capacity = 65_536
    }
  }
}
