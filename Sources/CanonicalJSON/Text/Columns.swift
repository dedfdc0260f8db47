/// Rows of text under one another, each column as wide as its widest cell.
package struct Columns {
  private var rows: [[String]] = []
  /// Columns that end flush, for numbers.
  private let rightAligned: Set<Int>
  private let indent: String

  /// No rows yet.
  package init(indent: Int = 0, rightAligned: Set<Int> = []) {
    self.indent = String(repeating: " ", count: indent)
    self.rightAligned = rightAligned
  }

  /// How many rows there are.
  package var rowCount: Int { rows.count }

  /// Adds a row below the others.
  package mutating func add(_ cells: String...) { rows.append(cells) }

  /// The rows as lines, without spaces at their ends.
  ///
  /// - Parameter paint: colours a cell of a column, once its width is known.
  package func lines(paint: (Int, String) -> String = { _, text in text }) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      var line = indent
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        if column > 0 { line += "  " }
        if rightAligned.contains(column) {
          line += padding + paint(column, cell)
        } else {
          line += paint(column, cell) + (column == row.count - 1 ? "" : padding)
        }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
