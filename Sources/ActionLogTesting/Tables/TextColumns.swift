/// Rows of text under one another, each column as wide as its widest cell.
struct TextColumns {
  private var rows: [[String]] = []

  /// Number of rows.
  var count: Int { rows.count }

  mutating func add(_ cells: String...) { rows.append(cells) }

  /// The rows as lines, without spaces at their ends.
  func lines(indent: Int) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }
      return String(repeating: " ", count: indent) + cells.joined(separator: "  ")
    }
  }
}
