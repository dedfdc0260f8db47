import CanonicalJSON
import Testing

@testable import ActionLog

struct NamesOnTheWireTests {
  let coding = ActionCoding<Workshop>()

  private func encoded(_ action: Workshop.Action) throws -> String {
    let encoded = try coding.encode(action)
    return "\(encoded.type) v\(encoded.v) \(String(decoding: encoded.payload, as: UTF8.self))"
  }

  @Test("an action is its path and its labelled values")
  func actions() throws {
    #expect(try encoded(.incremented(by: -3)) == #"incremented v1 {"by":-3}"#)
    #expect(
      try encoded(.notes(.written(id: "n1", text: "é", tags: nil))) == #"notes.written v3 {"id":"n1","text":"é"}"#)
    #expect(try encoded(.notes(.savedAll)) == "notes.savedAll v1 {}")
    #expect(try encoded(.asked(.cancel(key: "k"))) == #"asked.cancel v1 {"key":"k"}"#)
  }

  @Test("an effect is named as an action is")
  func effects() throws {
    let plain = try coding.encode(effect: .fetch(what: "a"))
    #expect(plain.type == "fetch")
    #expect(plain.payload == Array(#"{"what":"a"}"#.utf8))
    let nested = try coding.encode(effect: .notes(.save(id: "n1")))
    #expect(nested.type == "notes.save")
    #expect(nested.payload == Array(#"{"id":"n1"}"#.utf8))
    let bare = try coding.encode(effect: .notes(.saveAll))
    #expect(bare.type == "notes.saveAll")
    #expect(bare.payload == Array("{}".utf8))
  }

  @Test("effects come back from their names and payloads, unknown members ignored")
  func effectsBack() throws {
    for effect: Workshop.Effect in [.fetch(what: "a"), .notes(.save(id: "n1")), .notes(.saveAll)] {
      let (type, payload) = try coding.encode(effect: effect)
      #expect(try coding.decode(effect: type, payload: payload) == effect)
    }
    #expect(try coding.decode(effect: "fetch", payload: Array(#"{"what":"a","new":1}"#.utf8)) == .fetch(what: "a"))
  }

  @Test("an effect that this version does not know is refused, not misread")
  func unknownEffect() {
    for type in ["gone", "notes.gone", "notes", "fetch.deeper", ""] {
      #expect(throws: ActionDecodeFailure.self) {
        try coding.decode(effect: type, payload: Array(#"{"what":"a"}"#.utf8))
      }
    }
  }

  @Test("an effect whose case does not label its value is a fault of the domain")
  func unlabelledEffect() {
    let fault = #expect(throws: DomainFault.Kind.self) { try ActionCoding<Sloppy>().encode(effect: .shout("x")) }
    #expect(fault == .notEncodable(what: "shout"))
  }

  @Test("an effect named log.… is a fault of the domain")
  func reservedEffect() {
    #expect(throws: DomainFault.Kind.reservedName(type: "log.written")) {
      try ActionCoding<Sloppy>().encode(effect: .log(.written))
    }
  }

  @Test("every example of the catalogue comes back as it was")
  func catalogue() {
    #expect(coding.problems() == [])
    #expect(ActionCoding<Counter>().problems() == [])
    #expect(
      Workshop.actions.entries.map(\.type) == [
        "notes.written", "notes.removed", "notes.savedAll", "incremented", "asked.perform", "asked.cancel",
        "asked.after", "asked.many", "finished", "lied",
      ])
    #expect(coding.entry(for: "notes.savedAll")?.origin == .effect)
    #expect(coding.entry(for: "notes.written")?.origin == .client)
    #expect(coding.entry(for: "notes.written")?.payload == Array(#"{"id":"n1","tags":["shop"],"text":"milk"}"#.utf8))
    #expect(coding.entry(for: "notes.gone") == nil)
  }

  @Test("a catalogue check names each thing that is wrong")
  func catalogueProblems() {
    let problems = ActionCoding<Sloppy>().problems()
    func expectProblem(_ start: String, _ part: String) {
      #expect(problems.contains { $0.hasPrefix(start) && $0.contains(part) }, "\(start) \(part) in \(problems)")
    }
    expectProblem("shouted", "does not label all its values")
    expectProblem("paired", "does not label all its values")
    expectProblem("wrapped", "does not label all its values")
    expectProblem("doubled", "listed twice")
    expectProblem("log.opened", "log. is reserved")
    expectProblem("forgetful", "comes back as another action")
    expectProblem("doubled", "has no summary")
    expectProblem("upcaster doubled v1", "that is the current version")
    expectProblem("upcaster gone v1", "leads to no action")
    expectProblem("upcaster loop v2", "does not lead to a newer version")
    expectProblem("upcaster twice v1", "there are two")
    #expect(!problems.contains { $0.hasPrefix("fine") }, "\(problems)")
  }
}

/// A domain that gets everything wrong that a catalogue can get wrong.
enum Sloppy: Domain {
  struct State: StateTree {
    @Tracked var count = 0

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
  }

  struct Pair: Codable, Equatable, Sendable {
    var left = Inner()
  }

  struct Inner: Codable, Equatable, Sendable {
    var right = 1
  }

  struct Forgetful: Codable, Equatable, Sendable {
    var kept = 1
    var lost = 2

    enum CodingKeys: CodingKey {
      case kept
    }

    init(lost: Int) { self.lost = lost }

    init(from decoder: any Decoder) throws {
      kept = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .kept)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kept, forKey: .kept)
    }
  }

  enum LogAction: ActionGroup {
    case opened
  }

  enum Action: ActionGroup {
    case fine(value: Int)
    case shouted(String)
    case paired(Int, Int)
    case wrapped(Pair)
    case doubled(value: Int)
    case log(LogAction)
    case forgetful(value: Forgetful)
  }

  enum LogEffect: Codable, Hashable, Sendable {
    case written
  }

  enum Effect: Codable, Hashable, Sendable {
    case shout(String)
    case log(LogEffect)
  }

  static let name = "sloppy"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [
    .client(.fine(value: 1), "is as it should be"),
    .client(.shouted("x"), "has an unlabelled text"),
    .client(.paired(1, 2), "has two unlabelled numbers"),
    .client(.wrapped(Pair()), "has an unlabelled value that looks like a group"),
    .client(.doubled(value: 1), "is listed twice"),
    .client(.doubled(value: 2), ""),
    .client(.log(.opened), "takes a reserved name"),
    .client(.forgetful(value: Forgetful(lost: 3)), "loses a value on the way"),
  ]

  static let upcasters = [
    Upcaster("doubled", from: 1) { $0 },
    Upcaster("gone", from: 1) { $0 },
    Upcaster("loop", from: 2, to: 2) { $0 },
    Upcaster("twice", from: 1, to: 1, renamed: "fine") { $0 },
    Upcaster("twice", from: 1, to: 1, renamed: "fine") { $0 },
  ]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Effect> { .applied }
}
