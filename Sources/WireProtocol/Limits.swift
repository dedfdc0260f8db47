import CanonicalJSON

/// The value of every limit.
package struct Limits: Sendable, Equatable {
  private var values: [Int]

  /// The defaults.
  package init() {
    values = Limit.allCases.map(\.standard)
  }

  /// The value of `limit`, in its unit.
  package subscript(limit: Limit) -> Int { values[limit.rawValue] }

  /// Sets `limit`.
  ///
  /// - Throws: `outOfRange`; nothing has changed.
  package mutating func set(_ limit: Limit, to value: Int) throws(LimitError) {
    guard limit.range.contains(value) else { throw .outOfRange(limit, value: "\(value)") }
    values[limit.rawValue] = value
  }

  /// Sets a limit as an option spells it: `line-bytes` to `64KiB`, `queue-stall-seconds` to `5s`, `connections` to
  /// `40`.
  ///
  /// - Throws: `unknownName`, `notANumber` or `outOfRange`; nothing has changed.
  package mutating func set(_ name: String, to text: String) throws(LimitError) {
    guard let limit = Limit(name: name) else {
      throw .unknownName(name, nearest: NearestName.nearest(to: name, in: Limit.allCases.map(\.name)))
    }
    if limit.mayBeNone, text == "none" { return try set(limit, to: 0) }
    guard let value = Self.number(text, unit: limit.unit) else { throw .notANumber(limit, text: text) }
    guard limit.range.contains(value) else { throw .outOfRange(limit, value: text) }
    values[limit.rawValue] = value
  }

  /// Writes an object of every limit's value by name, as `status` shows it.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for limit in Limit.allCases.sorted(by: { $0.name < $1.name }) {
      writer.key(limit.name)
      writer.integer(self[limit])
    }
    writer.endObject()
  }

  /// The limits of the strict reader for a request line.
  package var json: JSONLimits {
    var limits = JSONLimits()
    limits.depth = self[.nesting]
    limits.length = self[.lineBytes]
    return limits
  }

  private static func number(_ text: String, unit: Limit.Unit) -> Int? {
    let suffixes: [(String, Int)] =
      switch unit {
      case .bytes: [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("B", 1)]
      case .seconds: [("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400)]
      case .count: []
      }
    let (digits, factor) =
      suffixes.first { text.hasSuffix($0.0) }.map { (text.dropLast($0.0.count), $0.1) } ?? (text[...], 1)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) else {
      return nil
    }
    let (product, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }
}

/// Why a limit could not be set.
package enum LimitError: Error, Equatable, Sendable {
  case unknownName(String, nearest: String?)
  case notANumber(Limit, text: String)
  case outOfRange(Limit, value: String)

  /// What is wrong and what would be right, for people.
  package var summary: String {
    switch self {
    case .unknownName(let name, let nearest):
      "no limit `\(name)`" + (nearest.map { "; did you mean `\($0)`?" } ?? "")
    case .notANumber(let limit, let text):
      "the limit `\(limit.name)` takes a number (\(limit.unit.rawValue)), not `\(text)`"
    case .outOfRange(let limit, let value):
      limit.range.lowerBound == limit.range.upperBound
        ? "the limit `\(limit.name)` is fixed at \(limit.standard)"
        : "the limit `\(limit.name)` takes \(limit.range.lowerBound) to \(limit.range.upperBound), not \(value)"
    }
  }
}
