import CanonicalJSON

/// The places where two JSON values differ, the deepest that tell the whole difference.
struct JSONDifference {
  /// One place.
  struct Place {
    /// The way there.
    let tokens: [String]
    /// Set where a list differs in length: the element from which on both run apart.
    let firstElement: Int?
    /// What was expected there; nil for nothing.
    let expected: JSONValue?
    /// What was found there; nil for nothing.
    let found: JSONValue?

    /// The way there as a JSON Pointer, as `actionlog get` takes it.
    var path: String {
      let pointer = JSONPointer(tokens: tokens).text
      return firstElement.map { "\(pointer) from element \($0)" } ?? (pointer.isEmpty ? "(the whole)" : pointer)
    }
  }

  private(set) var places: [Place] = []

  init(expected: JSONValue, found: JSONValue) {
    compare(expected, found, at: [])
  }

  private mutating func compare(_ expected: JSONValue, _ found: JSONValue, at tokens: [String]) {
    switch (expected, found) {
    case (.object(let one), .object(let other)): compareObjects(one, other, at: tokens)
    case (.array(let one), .array(let other)): compareArrays(one, other, at: tokens)
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
      guard expected != found else { return }
      places.append(Place(tokens: tokens, firstElement: nil, expected: expected, found: found))
    }
  }

  private mutating func compareObjects(_ expected: JSONObject, _ found: JSONObject, at tokens: [String]) {
    var names = JSONObject()
    for name in expected.names + found.names { names[name] = .null }
    for name in names.sortedMembers.map(\.name) {
      let inner = tokens + [name]
      if let one = expected[name], let other = found[name] {
        compare(one, other, at: inner)
      } else {
        places.append(Place(tokens: inner, firstElement: nil, expected: expected[name], found: found[name]))
      }
    }
  }

  /// Elements in front and at the end that both have are no difference; in between, lists of one length are compared
  /// place by place, others are shown as what stands there.
  private mutating func compareArrays(_ expected: [JSONValue], _ found: [JSONValue], at tokens: [String]) {
    let front = zip(expected, found).prefix { $0 == $1 }.count
    let shorter = min(expected.count, found.count) - front
    let back = zip(expected.reversed(), found.reversed()).prefix(shorter).prefix { $0 == $1 }.count
    let one = expected[front..<expected.count - back]
    let other = found[front..<found.count - back]
    if one.count == other.count {
      for (index, pair) in zip(one, other).enumerated() { compare(pair.0, pair.1, at: tokens + ["\(front + index)"]) }
    } else {
      places.append(
        Place(
          tokens: tokens, firstElement: front, expected: one.isEmpty ? nil : .array(Array(one)),
          found: other.isEmpty ? nil : .array(Array(other))))
    }
  }
}
