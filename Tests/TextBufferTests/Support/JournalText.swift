import CanonicalJSON
import Foundation

/// A journal as anyone reads it: lines of JSON in files that sort by name.
enum JournalText {
  /// What the tests look at in a record.
  struct Record {
    let seq: UInt64
    let id: String?
    let state: String
    let outcome: String?
  }

  /// Every record, headers left out.
  static func records(_ directory: String) throws -> [Record] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".jsonl") }
    var records: [Record] = []
    for name in names.sorted() {
      let bytes = [UInt8](FileManager.default.contents(atPath: "\(directory)/\(name)") ?? Data())
      for line in bytes.split(separator: 0x0A) {
        if let record = try self.record(Array(line)) { records.append(record) }
      }
    }
    return records
  }

  /// How many bytes the segments have.
  static func size(_ directory: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".jsonl") }
      .reduce(0) { $0 + (FileManager.default.contents(atPath: "\(directory)/\($1)")?.count ?? 0) }
  }

  private static func record(_ line: [UInt8]) throws -> Record? {
    try line.withJSONReader(limits: .unlimited) { reader throws(JSONError) in
      var (seq, id, state, outcome): (UInt64?, String?, String, String?) = (nil, nil, "", nil)
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "seq": seq = try reader.readUInt64()
        case "id": id = try reader.readString()
        case "state": state = try reader.readString()
        case "outcome": outcome = try reader.readString()
        default: _ = try reader.skipValue()
        }
      }
      return seq.map { Record(seq: $0, id: id, state: state, outcome: outcome) }
    }
  }
}
