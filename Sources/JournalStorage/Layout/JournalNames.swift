/// Names in a journal's directory.
enum JournalNames {
  static let snapshots = "snapshots"
  static let aside = "aside"
  static let archive = "archive"
  static let temporarySuffix = ".tmp"

  /// What a name stands for.
  enum Meaning: Equatable {
    case segment
    /// A header that was being written when the process ended.
    case leftOver
    /// `snapshots`, `aside` or `archive`.
    case part
    case foreign
  }

  static func meaning(of name: String) -> Meaning {
    if isSegment(name) { return .segment }
    if name.hasSuffix(temporarySuffix), isSegment(String(name.dropLast(temporarySuffix.count))) { return .leftOver }
    return [snapshots, aside, archive].contains(name) ? .part : .foreign
  }

  /// Whether a name is twenty digits and `.jsonl`.
  static func isSegment(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    return bytes.count == 26 && bytes[..<20].allSatisfy { (0x30...0x39).contains($0) } && name.hasSuffix(".jsonl")
  }

  /// The name under `aside` of what was cut from a segment at an offset; `attempt` 0 is the plain one.
  static func asideName(segment: String, offset: Int, attempt: Int) -> String {
    let stem = segment.hasSuffix(".jsonl") ? String(segment.dropLast(6)) : segment
    return attempt == 0 ? "\(stem).\(offset)" : "\(stem).\(offset).\(attempt)"
  }
}
