import CanonicalJSON

extension EntityTable: Codable {
  /// Writes the table as an object of rows.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    for (id, row) in self {
      try container.encode(row, forKey: TextKey(id.text))
    }
  }

  /// Reads the table from an object of rows.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: TextKey.self)
    for key in container.allKeys {
      self[ID(key.stringValue)] = try container.decode(Entity.self, forKey: key)
    }
  }
}

extension EntityTable {
  /// Writes the table as an object of rows, its keys in canonical order.
  ///
  /// - Complexity: O(n).
  func writeJSON(to writer: inout JSONWriter) {
    writer.beginObject()
    if keys.contains(where: { CanonicalKeyOrder.isDelicate($0.text) }) {
      for id in keys.sorted(by: { CanonicalKeyOrder.precedes($0.text, $1.text) }) {
        guard let row = self[id] else { continue }
        writer.key(id.text)
        coding.values.write(row, &writer)
      }
    } else {
      for (id, row) in self {
        writer.key(id.text)
        coding.values.write(row, &writer)
      }
    }
    writer.endObject()
  }
}

/// The order of keys in canonical JSON: by UTF-16 code units.
enum CanonicalKeyOrder {
  /// Whether UTF-8 order and UTF-16 order may disagree about this key: it reaches U+E000.
  static func isDelicate(_ key: String) -> Bool {
    key.utf8.contains { $0 >= 0xEE }
  }

  static func precedes(_ left: String, _ right: String) -> Bool {
    UTF8Order.isUTF16Ascending(left, right)
  }
}
