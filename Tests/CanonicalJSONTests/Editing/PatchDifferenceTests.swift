import CanonicalJSON
import TestSupport
import Testing

@Suite("The difference of two values as a patch")
struct PatchDifferenceTests {
  private func patch(_ old: String, _ new: String) throws -> String {
    JSONPatch(from: try JSONValue.parse(Array(old.utf8)), to: try JSONValue.parse(Array(new.utf8))).json.description
  }

  @Test(
    "members, elements and the whole",
    arguments: [
      (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, "[]"),
      (#"{"a":1}"#, #"{"a":2}"#, #"[{"op":"replace","path":"/a","value":2}]"#),
      (
        #"{"a":1,"c":{"d/e":1}}"#, #"{"b":0,"c":{}}"#,
        #"[{"op":"remove","path":"/a"},{"op":"remove","path":"/c/d~1e"},{"op":"add","path":"/b","value":0}]"#
      ),
      ("[1,2,3]", "[1,9,2,3]", #"[{"op":"add","path":"/1","value":9}]"#),
      ("[1,2,3,4]", "[1,4]", #"[{"op":"remove","path":"/2"},{"op":"remove","path":"/1"}]"#),
      ("[1,1]", "[1]", #"[{"op":"remove","path":"/1"}]"#),
      ("[]", "[1,2]", #"[{"op":"add","path":"/0","value":1},{"op":"add","path":"/1","value":2}]"#),
      (#"[{"a":1}]"#, #"[{"a":2}]"#, #"[{"op":"replace","path":"/0/a","value":2}]"#),
      ("1", "1.0", #"[{"op":"replace","path":"","value":1.0}]"#),
      ("null", "null", "[]"), ("{}", "[]", #"[{"op":"replace","path":"","value":[]}]"#),
    ])
  func shapes(old: String, new: String, expected: String) throws {
    #expect(try patch(old, new) == expected)
  }

  @Test("applied to the old value it gives the new one, and read back from its JSON it is the same")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    for round in 0..<3_000 {
      let old = Self.value(&random, depth: 3)
      let new = random.next() % 3 == 0 ? Self.value(&random, depth: 3) : Self.edited(old, &random)
      let patch = JSONPatch(from: old, to: new)
      #expect(try patch.apply(to: old) == new, "seed \(seed), round \(round): \(old) → \(new)")
      #expect(try JSONPatch(patch.json) == patch, "seed \(seed), round \(round)")
      #expect(patch.operations.isEmpty == (old == new))
    }
  }

  private static func value(_ random: inout SplitMix64, depth: Int) -> JSONValue {
    switch random.next() % (depth > 0 ? 6 : 4) {
    case 0: return .null
    case 1: return .bool(random.next() % 2 == 0)
    case 2: return .number(JSONNumber(Int64(random.next() % 5)))
    case 3: return .string(["", "a", "~/", "é", "e\u{301}"][Int(random.next() % 5)])
    case 4: return .array((0..<random.next() % 5).map { _ in value(&random, depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<random.next() % 5 {
        object[["a", "b", "~", "/", "é", "e\u{301}", ""][Int(random.next() % 7)]] = value(&random, depth: depth - 1)
      }
      return .object(object)
    }
  }

  private static func edited(_ value: JSONValue, _ random: inout SplitMix64) -> JSONValue {
    switch value {
    case .array(var elements):
      let place = Int(random.next() % UInt64(elements.count + 1))
      switch (random.next() % 3, place < elements.count) {
      case (0, true): elements.remove(at: place)
      case (1, true): elements[place] = edited(elements[place], &random)
      default: elements.insert(Self.value(&random, depth: 1), at: place)
      }
      return .array(elements)
    case .object(var object):
      guard let name = object.names.randomElement(using: &random) else { return Self.value(&random, depth: 1) }
      object[name] = random.next() % 3 == 0 ? nil : edited(object[name] ?? .null, &random)
      return .object(object)
    case .null, .bool, .number, .string: return Self.value(&random, depth: 1)
    }
  }
}
