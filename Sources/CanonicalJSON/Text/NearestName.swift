/// Finds the name that was perhaps meant.
package enum NearestName {
  /// Longer names are not compared, so that the work stays bounded.
  private static let longest = 64
  /// Nor are more candidates than these.
  private static let most = 256

  /// The candidate with the fewest typing errors; `nil` if none is near, the first of equals.
  ///
  /// An error is a letter too many, missing, wrong, or swapped with its neighbour; case counts less than a letter. Names
  /// of two letters have one of them in common, and of a name of one letter only the case may be wrong: otherwise they
  /// are other names.
  ///
  /// - Complexity: at most 256 candidates are compared, each in O(64²).
  package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = [UInt8](name.utf8)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates.prefix(most) {
      let letters = [UInt8](candidate.utf8)
      guard letters != wanted, !letters.isEmpty, letters.count <= longest else { continue }
      guard isAlike(wanted, letters) else { continue }
      let distance = distance(wanted, letters)
      // A third of the letters may be wrong; more is another word.
      let allowed = max(2, 2 * (min(wanted.count, letters.count) / 3))
      guard distance <= allowed, distance < best?.distance ?? .max else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// A name with one typing error that satisfies a condition; `nil` if there is none.
  ///
  /// For names that can be asked for and not listed, such as the cases of an enum.
  ///
  /// - Complexity: at most 130 names for each letter are tried; a name of more than 32 letters is not looked for.
  package static func oneErrorAway(from name: String, where isMeant: (String) -> Bool) -> String? {
    let wanted = [UInt8](name.utf8)
    guard (3...32).contains(wanted.count) else { return nil }
    func meant(_ letters: [UInt8]) -> String? {
      let text = String(decoding: letters, as: UTF8.self)
      return isMeant(text) ? text : nil
    }
    for place in wanted.indices.dropLast() {
      var swapped = wanted
      swapped.swapAt(place, place + 1)
      if let found = meant(swapped) { return found }
    }
    for place in wanted.indices {
      var shorter = wanted
      shorter.remove(at: place)
      if let found = meant(shorter) { return found }
    }
    for place in 0...wanted.count {
      for letter in letters {
        var longer = wanted
        longer.insert(letter, at: place)
        if let found = meant(longer) { return found }
        guard place < wanted.count else { continue }
        var changed = wanted
        changed[place] = letter
        if let found = meant(changed) { return found }
      }
    }
    return nil
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8)

  /// Typing errors, two for each letter and one for its case.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var before: [Int] = []
    var last = (0...other.count).map { $0 * 2 }
    for i in 1...one.count {
      var row = [i * 2] + [Int](repeating: 0, count: other.count)
      for j in 1...other.count {
        let change = one[i - 1] == other[j - 1] ? 0 : lower(one[i - 1]) == lower(other[j - 1]) ? 1 : 2
        row[j] = min(last[j] + 2, row[j - 1] + 2, last[j - 1] + change)
        if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
          row[j] = min(row[j], before[j - 2] + 2)
        }
      }
      before = last
      last = row
    }
    return last[other.count]
  }

  /// Whether short names have enough in common for one to be meant by the other.
  private static func isAlike(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    switch min(one.count, other.count) {
    case 1: one.map(lower) == other.map(lower)
    case 2: one.contains { letter in other.contains { lower($0) == lower(letter) } }
    default: true
    }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
