import CLinux
import Glibc

/// What came of receiving without waiting.
package enum ReceiveOutcome: Sendable, Equatable {
  case bytes(Int)
  case wouldBlock
  /// The other end will send no more.
  case ended
  /// The other end is gone with bytes unread (`ECONNRESET`).
  case reset
}

/// What came of sending without waiting.
package enum SendOutcome: Sendable, Equatable {
  /// So many bytes were taken, perhaps fewer than were given.
  case bytes(Int)
  case wouldBlock
  /// Nobody will read (`EPIPE`, `ECONNRESET`).
  case peerGone
}

/// Which half of a connection is shut.
package enum SocketHalf: Sendable {
  case reading
  case writing
  case both
}

extension FileDescriptor {
  /// The next waiting connection, non-blocking; nil where none waits.
  ///
  /// - Throws: `EMFILE`, `ENFILE`: the connection goes on waiting, and a level-triggered loop would spin.
  package func accept() throws(SystemError) -> FileDescriptor? {
    while true {
      let accepted = clinux_accept4(rawValue, 1)
      if accepted >= 0 { return FileDescriptor(owning: accepted) }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return nil
      default: throw SystemError("accept4", nil)
      }
    }
  }

  /// Receives what is there, without waiting, at most `buffer.count` bytes.
  package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> ReceiveOutcome {
    while true {
      let count = recv(rawValue, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case ECONNRESET: return .reset
      default: throw SystemError("recv", nil)
      }
    }
  }

  /// Sends what the kernel takes now, without waiting and without SIGPIPE.
  package func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> SendOutcome {
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    while true {
      let count = Glibc.send(rawValue, bytes.baseAddress, bytes.count, flags)
      if count >= 0 { return .bytes(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case EPIPE, ECONNRESET: return .peerGone
      default: throw SystemError("send", nil)
      }
    }
  }

  /// Sends all of `bytes` on a blocking socket, without SIGPIPE.
  ///
  /// - Throws: `EPIPE` when the other end is gone; some of the bytes may have been sent.
  package func sendAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    let descriptor = rawValue
    var rest = bytes
    while !rest.isEmpty {
      let part = rest
      let count = try retrying("send") {
        Glibc.send(descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Shuts one or both halves; a half that is shut already is fine.
  package func shutDown(_ half: SocketHalf) throws(SystemError) {
    let how =
      switch half {
      case .reading: SHUT_RD
      case .writing: SHUT_WR
      case .both: SHUT_RDWR
      }
    if shutdown(rawValue, Int32(how)) == -1, errno != ENOTCONN { throw SystemError("shutdown", nil) }
  }

  /// Switches between waiting and answering `EAGAIN`.
  package func setNonBlocking(_ on: Bool) throws(SystemError) {
    let descriptor = rawValue
    try retrying("fcntl") { clinux_set_nonblocking(descriptor, on ? 1 : 0) }
  }

  /// Memory that the kernel holds for what was sent on a Unix socket and the other end has not read, in bytes.
  ///
  /// It falls whenever the other end has read another of the pieces in which the kernel keeps what was sent: those are
  /// up to 36 KiB long, and one that was read in part counts whole.
  package func sendQueueBytes() throws(SystemError) -> Int {
    let descriptor = rawValue
    return Int(try retrying("ioctl") { clinux_send_queue(descriptor) })
  }
}
