import ActionLog
import CanonicalJSON

/// The difference of two states, as a person reads it: by path, long values cut.
///
///     /count
///       was       0
///       expected  2
///       found     3
///
/// States are compared by their canonical JSON, as digests are, not by `==`.
public struct StateDifference: Sendable, CustomStringConvertible {
  /// The places and their values, several lines each.
  public let description: String

  private static let placesShown = 20

  /// The difference; nil where both states are the same.
  ///
  /// - Parameters:
  ///   - before: the state before both, whose values are shown too.
  /// - Complexity: O(states).
  public init?<State: StateTree>(expected: State, found: State, before: State? = nil) {
    if let lines = Self.withoutJSON(expected, found) {
      description = lines.joined(separator: "\n")
      return
    }
    let (one, other) = (expected.json(), found.json())
    guard one != other else { return nil }
    guard let expectedValue = Self.value(one), let foundValue = Self.value(other) else {
      description = "  the states differ, and their JSON is too deep to be compared by path"
      return
    }
    let places = JSONDifference(expected: expectedValue, found: foundValue).places
    let earlier = before.flatMap { Self.value($0.json()) }
    var lines = places.prefix(Self.placesShown).flatMap { Self.lines($0, earlier) }
    if places.count > Self.placesShown { lines.append("  and \(places.count - Self.placesShown) more places") }
    description = lines.joined(separator: "\n")
  }

  /// The place where one of the states holds what has no JSON, if there is one; both cannot be compared then.
  private static func withoutJSON<State: StateTree>(_ expected: State, _ found: State) -> [String]? {
    let missing = (expected.noJSON(), found.noJSON())
    guard let path = (missing.0 ?? missing.1)?.path, let pointer = try? JSONPointer(path) else { return nil }
    func side(_ state: State, _ own: NoJSON?) -> String {
      if let own, own.path == path { return "no JSON: \(own.why)" }
      return ShownValue.text(state.value(at: pointer).flatMap(value))
    }
    return [
      "  \(path)", "    expected  \(side(expected, missing.0))", "    found     \(side(found, missing.1))",
    ]
  }

  private static func lines(_ place: JSONDifference.Place, _ earlier: JSONValue?) -> [String] {
    var lines = ["  \(place.path)"]
    if let earlier, place.firstElement == nil {
      lines.append("    was       \(ShownValue.text(JSONPointer(tokens: place.tokens).value(in: earlier)))")
    }
    lines.append("    expected  \(ShownValue.text(place.expected))")
    lines.append("    found     \(ShownValue.text(place.found))")
    return lines
  }

  private static func value(_ json: [UInt8]) -> JSONValue? {
    try? JSONValue.parse(json, limits: .unlimited)
  }
}
