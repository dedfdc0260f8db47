/// Suggests the name that was probably meant.
enum NearestName {
  /// The name of `names` with the fewest edits from `name`, if few enough; the first of equals.
  ///
  /// - Complexity: O(count of names × length²); an absurdly long name has no neighbour.
  static func nearest(to name: String, in names: some Sequence<String>) -> String? {
    let wanted = Array(name.utf8)
    guard (1...64).contains(wanted.count) else { return nil }
    var best: (name: String, edits: Int)?
    for candidate in names {
      let edits = edits(from: wanted, to: Array(candidate.utf8))
      let allowed = max(1, max(wanted.count, candidate.utf8.count) / 3)
      if edits <= allowed, edits < best?.edits ?? .max { best = (candidate, edits) }
    }
    return best?.name
  }

  private static func edits(from one: [UInt8], to other: [UInt8]) -> Int {
    var row = Array(0...other.count)
    for (index, byte) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in 0..<other.count {
        let replaced = diagonal + (byte == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
