import SystemCalls

/// Who is at the other end of a connection.
package struct Peer: Sendable {
  package let connection: ConnectionID
  /// From the kernel, as of the moment of connecting.
  package let credentials: PeerCredentials

  package init(connection: ConnectionID, credentials: PeerCredentials) {
    self.connection = connection
    self.credentials = credentials
  }
}
