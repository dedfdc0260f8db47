import Foundation
import ProgramSupport
import SystemCalls

/// One follower's end of the socket, read without blocking: its records are compared with those of the others as they
/// come, so that no more than one copy of the journal is kept however many there are.
final class FollowerStream {
  private let socket: FileDescriptor
  private var buffer: [UInt8] = []
  /// What each notification begins with; known from the answer on.
  private var frame: [UInt8] = []
  /// The seq of the next record that is expected.
  private(set) var next: Int
  /// What came instead of what was expected; nil while all is well.
  private(set) var fault: String?

  /// Connects and asks for everything from `from` on.
  init(_ path: String, from: Int, more: String = "") throws {
    socket = try UnixSocket.connect(to: UnixAddress(path: path))
    next = max(1, from)
    let request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"follow\",\"params\":{\"from\":\(from)\(more)}}\n"
    try Array(request.utf8).withUnsafeBytes { try socket.sendAll($0) }
  }

  var descriptor: Int32 { socket.rawValue }

  /// Receives once and takes the whole lines; false when the connection has ended.
  func take(into records: RecordShelf) throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    switch try chunk.withUnsafeMutableBytes({ try socket.receive(into: $0) }) {
    case .bytes(let count): buffer.append(contentsOf: chunk[..<count])
    case .wouldBlock: return true
    case .ended, .reset: return false
    }
    var start = 0
    buffer.withUnsafeBytes { bytes in
      while let end = memchr(bytes.baseAddress! + start, 0x0A, bytes.count - start) {
        let length = UnsafeRawPointer(end) - (bytes.baseAddress! + start)
        take(UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]), records)
        start += length + 1
        if start == bytes.count { break }
      }
    }
    buffer.removeFirst(start)
    return true
  }

  private func take(_ line: UnsafeRawBufferPointer, _ records: RecordShelf) {
    guard fault == nil else { return }
    if frame.isEmpty {
      let answer = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      guard let number = (answer?["result"] as? [String: Any])?["subscription"] as? Int else {
        fault = "not an answer: \(String(decoding: line, as: UTF8.self))"
        return
      }
      frame = Array(
        "{\"jsonrpc\":\"2.0\",\"method\":\"record\",\"params\":{\"subscription\":\(number),\"record\":".utf8)
      return
    }
    guard line.count > frame.count + 2, memcmp(line.baseAddress!, frame, frame.count) == 0 else {
      fault = "not a record: \(String(decoding: line.prefix(200), as: UTF8.self))"
      return
    }
    let record = UnsafeRawBufferPointer(rebasing: line[frame.count..<line.count - 2])
    if let fault = records.put(record, as: next) {
      self.fault = fault
      return
    }
    next += 1
  }
}

/// The records of a journal, as whoever came by first was sent them.
final class RecordShelf {
  private(set) var lines: [[UInt8]] = []

  /// Keeps the record of this seq, or compares it with the one that is kept; what is wrong with it, if something is.
  func put(_ record: UnsafeRawBufferPointer, as seq: Int) -> String? {
    if seq == lines.count + 1 {
      guard record.starts(with: Array("{\"seq\":\(seq),".utf8)) else {
        return "instead of record \(seq) came \(String(decoding: record.prefix(60), as: UTF8.self))"
      }
      lines.append(Array(record))
      return nil
    }
    guard seq <= lines.count else { return "record \(seq) came before \(lines.count + 1)" }
    let same = lines[seq - 1].count == record.count && memcmp(lines[seq - 1], record.baseAddress!, record.count) == 0
    return same ? nil : "record \(seq) differs: \(String(decoding: record.prefix(60), as: UTF8.self))"
  }
}

/// Many followers, read by one thread.
final class FollowerCrowd {
  private(set) var streams: [FollowerStream] = []
  let records = RecordShelf()

  func add(_ stream: FollowerStream) { streams.append(stream) }

  /// Reads until each has been sent everything through `last`, for so long at most.
  func read(through last: Int, seconds: Double) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while Date() < deadline {
      let open = streams.filter { $0.fault == nil && $0.next <= last }
      if open.isEmpty { return }
      let ready = try Poll.wait(open.map { ($0.descriptor, .readable) }, timeoutMilliseconds: 1_000)
      for (stream, readiness) in zip(open, ready) where !readiness.isEmpty {
        guard try stream.take(into: records) else { throw Failure("a follower's connection ended at \(stream.next)") }
      }
    }
    let late = streams.filter { $0.next <= last }
    throw Failure("\(late.count) followers wait; one for \(late.first?.next ?? 0) of \(last)")
  }

  /// What went wrong, if something did.
  var faults: [String] { streams.compactMap(\.fault) }
}
