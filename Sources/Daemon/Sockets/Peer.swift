import SystemCalls

/// Who is at the other end of a connection.
struct Peer: Sendable {
  let connection: ConnectionID
  /// From the kernel, as of the moment of connecting.
  let credentials: PeerCredentials
}
