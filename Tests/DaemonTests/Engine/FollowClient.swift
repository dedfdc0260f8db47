import CanonicalJSON
import SystemCalls

@testable import Daemon

/// A client that takes notifications as well as answers.
final class FollowClient {
  let wire: ToyClient

  init(_ daemon: ToyDaemon) throws { wire = try daemon.client() }

  /// Sends `follow`, and waits for its answer; what comes before that is passed over.
  @discardableResult
  func follow(_ params: String = "{}") throws -> Answer {
    let id = try wire.send("follow", params)
    return Answer(try lines { $0.last?["id"]?.int == id }.last ?? .null)
  }

  /// The next line.
  func next() throws -> JSONValue {
    guard let line = try wire.nextLine() else { throw ToyClient.Failure(description: "the connection ended") }
    return try JSONValue.parse(line)
  }

  /// Takes lines until `isEnough`.
  func lines(_ isEnough: ([JSONValue]) -> Bool) throws -> [JSONValue] {
    var lines: [JSONValue] = []
    while !isEnough(lines) { lines.append(try next()) }
    return lines
  }

  /// The next `count` records of one subscription, as their lines stood in the notifications.
  func records(_ count: Int, of subscription: Int) throws -> [String] {
    var records: [String] = []
    let start = #"{"jsonrpc":"2.0","method":"record","params":{"subscription":\#(subscription),"record":"#
    while records.count < count {
      guard let line = try wire.nextLine() else { throw ToyClient.Failure(description: "the connection ended") }
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix(start) { records.append(String(text.dropFirst(start.count).dropLast(2))) }
    }
    return records
  }

  /// The next record of any subscription; nil when the connection has ended.
  func nextRecord() throws -> String? {
    let mark = #""record":{"#
    while let line = try wire.nextLine() {
      let text = String(decoding: line, as: UTF8.self)
      guard text.hasPrefix(#"{"jsonrpc":"2.0","method":"record""#), let start = text.firstRange(of: mark) else {
        continue
      }
      return String(text[text.index(before: start.upperBound)...].dropLast(2))
    }
    return nil
  }
}

/// The record lines of a journal on the real file system, as they are stored.
func storedRecordLines(_ directory: String) throws -> [String] {
  var lines: [String] = []
  for name in try FileSystem.names(in: directory).sorted() where name.hasSuffix(".jsonl") {
    let bytes = try FileDescriptor.open("\(directory)/\(name)", .readOnly).readToEnd()
    lines += bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }.filter {
      $0.hasPrefix(#"{"seq""#)
    }
  }
  return lines
}

/// The type of a record, by its line.
func recordType(of line: String) -> String? { try? JSONValue.parse(Array(line.utf8))["type"]?.text }
