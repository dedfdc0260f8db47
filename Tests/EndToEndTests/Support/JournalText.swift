import Foundation

/// A journal as anyone reads it: lines of JSON in files that sort by name.
enum JournalText {
  /// The segment files, in order.
  static func segments(_ directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".jsonl") }.sorted()
      .map { "\(directory)/\($0)" }
  }

  /// Every record, headers left out.
  static func records(_ directory: String) throws -> [[String: Any]] {
    var records: [[String: Any]] = []
    for path in try segments(directory) {
      let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      for line in text.split(separator: "\n") {
        guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { continue }
        if object["seq"] != nil { records.append(object) }
      }
    }
    return records
  }

  /// The types of the records of the domain, the daemon's own left out.
  static func types(_ directory: String) throws -> [String] {
    try records(directory).compactMap { $0["type"] as? String }.filter { !$0.hasPrefix("log.") }
  }
}
