extension OptionParser {
  /// The option that a mistyped one is most likely to stand for; `nil` where none is near.
  func nearest(to name: String) -> String? {
    let distances = options.map { (name: $0.name, distance: Self.edits(name, $0.name)) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, name.utf8.count / 3) ? best.name : nil
  }

  /// How many bytes must be put in, taken out or changed to make one text of the other.
  ///
  /// - Complexity: O(*n*·*m*).
  private static func edits(_ one: String, _ other: String) -> Int {
    let other = Array(other.utf8)
    var row = Array(0...other.count)
    for (index, byte) in one.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, target) in other.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(diagonal + (byte == target ? 0 : 1), min(above, row[column]) + 1)
        diagonal = above
      }
    }
    return row[other.count]
  }
}
