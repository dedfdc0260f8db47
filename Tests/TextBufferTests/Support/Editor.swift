import CanonicalJSON
import ProgramSupport

/// What the daemon said of a dispatched transaction.
struct Acknowledged: Equatable, Sendable {
  let seq: UInt64
  let state: String
  let outcome: String
}

/// An editor that sends a session's transactions, each under a key of its own, ahead of their answers within a window.
///
/// It outlives the daemon: after a restart it goes on from the last transaction that was acknowledged, which it sends
/// again, as an editor would that does not know how much of the rest arrived.
final class Editor {
  /// Transactions in flight at most.
  static let window = 64

  private let payloads: ArraySlice<[UInt8]>
  /// What was acknowledged, by transaction, in order and without a gap.
  private(set) var acknowledged: [Acknowledged] = []
  /// Answers that said the daemon had the transaction already.
  private(set) var duplicates = 0

  init(_ payloads: ArraySlice<[UInt8]>) {
    self.payloads = payloads
  }

  /// Whether all was acknowledged.
  var isDone: Bool { acknowledged.count == payloads.count }

  /// Sends what is left, until all is acknowledged or the daemon is gone.
  ///
  /// - Parameter acknowledgement: told how many have been acknowledged.
  func go(over socket: LineSocket, _ acknowledgement: (Int) -> Void = { _ in }) throws {
    // The last acknowledged one is sent again: its answer must be the same, and say so.
    var next = max(0, acknowledged.count - 1)
    var answered = next
    while answered < payloads.count {
      var bytes: [UInt8] = []
      while next < payloads.count, next - answered < Self.window {
        bytes += Self.request(next, payloads[payloads.startIndex + next])
        next += 1
      }
      if !bytes.isEmpty {
        do { try socket.send(bytes) } catch { return }
      }
      guard let lines = socket.receiveLines() else { return }
      for line in lines {
        try take(line, transaction: answered)
        answered += 1
      }
      acknowledgement(answered)
    }
  }

  static func key(of transaction: Int) -> String { "t-\(transaction)" }

  private static func request(_ transaction: Int, _ payload: [UInt8]) -> [UInt8] {
    let start =
      #"{"jsonrpc":"2.0","id":\#(transaction),"method":"dispatch","params":{"type":"edited","id":"\#(key(of: transaction))","action":"#
    return Array(start.utf8) + payload + Array("}}\n".utf8)
  }

  /// Answers to dispatches come in the order in which they were admitted.
  private func take(_ line: [UInt8], transaction: Int) throws {
    let answer = try JSONValue.parse(line)
    guard answer["id"]?.number?.spelling == "\(transaction)", let result = answer["result"],
      let seq = result["seq"]?.number.flatMap({ UInt64($0.spelling) }), let state = result["state"]?.string,
      let outcome = result["outcome"]?.string
    else { throw Failure("transaction \(transaction): \(String(decoding: line, as: UTF8.self))") }
    let told = Acknowledged(seq: seq, state: state, outcome: outcome)
    if result["duplicate"] != nil { duplicates += 1 }
    if transaction < acknowledged.count {
      guard acknowledged[transaction] == told, result["duplicate"] != nil else {
        throw Failure("transaction \(transaction): first \(acknowledged[transaction]), then \(told)")
      }
    } else {
      acknowledged.append(told)
    }
  }
}
