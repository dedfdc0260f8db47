import CanonicalJSON
import Foundation

/// The records of a journal on the real file system, as any reader of JSON lines sees them.
func journalRecords(_ directory: String) throws -> [JSONValue] {
  var records: [JSONValue] = []
  for name in try FileManager.default.contentsOfDirectory(atPath: directory).sorted() where name.hasSuffix(".jsonl") {
    let bytes = try Data(contentsOf: URL(filePath: "\(directory)/\(name)"))
    for line in bytes.split(separator: 0x0A) {
      let value = try JSONValue.parse([UInt8](line))
      if value["seq"] != nil { records.append(value) }
    }
  }
  return records
}

/// The types of records, in order.
func types(_ records: [JSONValue]) -> [String] { records.map { $0["type"]?.text ?? "?" } }
