import CanonicalJSON
import Testing

@testable import ActionLog

@Suite("A number that is not finite has no JSON: its place is named, and nobody traps")
struct NoJSONTests {
  private static let why = "JSON has no spelling for nan"

  private func moment(_ seq: UInt64) -> Moment { Moment(seq: seq, at: Timestamp(microseconds: Int64(seq))) }

  @Test(
    "a reducer that leaves one in the state is a fault of the domain, by its place",
    arguments: [
      (Gauge.Place.value, "/ratio"), (.row, "/readings/a~1b/value"), (.element, "/trail/1"), (.nested, "/inner/level"),
    ])
  fileprivate func reduced(place: Gauge.Place, path: String) throws {
    var reduction = Reduction<Gauge>()
    _ = try reduction.reduce(.spoiled(place: place, isNumber: true), moment(1))
    #expect(reduction.root.noJSON == nil)
    #expect(reduction.root.state.noJSON() == nil)
    let missing = NoJSON(path: path, why: Self.why)
    let fault = #expect(throws: DomainFault.self) {
      try reduction.reduce(.spoiled(place: place, isNumber: false), moment(2))
    }
    #expect(fault == DomainFault(.stateWithoutJSON(missing), seq: 2))
    #expect(fault.map { "\($0)" } == "the state has no JSON at \(path): \(Self.why)")
    #expect(reduction.root.noJSON == missing)
    // Given up means given up, even where a later action would put it right.
    let again = #expect(throws: DomainFault.self) {
      try reduction.reduce(.spoiled(place: place, isNumber: true), moment(3))
    }
    #expect(again?.kind == .stateWithoutJSON(missing))
  }

  @Test("replay tells it by the root")
  func replayed() {
    var reduction = Reduction<Gauge>()
    _ = reduction.replay(.spoiled(place: .value, isNumber: false), moment(1))
    #expect(reduction.root.noJSON == NoJSON(path: "/ratio", why: Self.why))
  }

  @Test("in an initial state and in an example it is a problem that names the place")
  func declared() {
    #expect(
      ActionCoding<Skewed>().problems() == [
        "measured(ratio: nan): the example has no JSON at /ratio: \(Self.why)",
        "inner(ActionLogTests.Skewed.Inner.dug(depths: [1.0, inf])): the example has no JSON at /depths/1: JSON has no "
          + "spelling for inf",
        "bare(1): case bare does not label all its values",
        "state: the initial state has no JSON at /ratio: \(Self.why)",
      ])
  }

  @Test("an action with one cannot be journaled, and the place in its payload is named")
  func payload() {
    let fault = #expect(throws: DomainFault.Kind.self) { try ActionCoding<Skewed>().encode(.measured(ratio: .nan)) }
    #expect(fault == .payloadWithoutJSON(NoJSON(path: "/ratio", why: Self.why)))
    #expect(fault.map { "\(DomainFault($0, seq: 1))" } == "the payload has no JSON at /ratio: \(Self.why)")
  }
}

/// A domain that divides by whatever it is told.
private enum Gauge: Domain {
  enum Place: String, Codable, Sendable {
    case value, row, element, nested
  }

  struct Reading: Codable, Equatable, Sendable {
    var value: Double
  }

  struct Inner: StateTree {
    @Tracked var level = 0.5

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("level", &_level) }
  }

  struct State: StateTree {
    @Tracked var ratio = 0.5
    var readings = EntityTable<MemoID, Reading>()
    var trail = EntityList<Double>()
    var inner = Inner()

    mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("ratio", &_ratio)
      parts.visit("readings", &readings)
      parts.visit("trail", &trail)
      parts.visit("inner", &inner)
    }
  }

  enum Action: ActionGroup {
    case spoiled(place: Place, isNumber: Bool)
  }

  static let name = "gauge"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [.client(.spoiled(place: .value, isNumber: true), "spoils a number")]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Never> {
    switch action {
    case .spoiled(let place, let isNumber):
      let number = isNumber ? 1 : Double.nan
      switch place {
      case .value: state.ratio = number
      case .row: state.readings["a/b"] = Reading(value: number)
      case .element: state.trail.append(number)
      case .nested: state.inner.level = number
      }
    }
    return .applied
  }
}

/// A domain whose declarations hold numbers that are none.
enum Skewed: Domain {
  struct State: StateTree {
    @Tracked var ratio = Double.nan

    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("ratio", &_ratio) }
  }

  enum Inner: ActionGroup {
    case dug(depths: [Double])
  }

  enum Action: ActionGroup {
    case measured(ratio: Double)
    case inner(Inner)
    case bare(Int)
  }

  static let name = "skewed"
  static let version = 1
  static let initialState = State()
  static let actions: ActionCatalogue<Action> = [
    .client(.measured(ratio: .nan), "measures"), .client(.inner(.dug(depths: [1, .infinity])), "digs"),
    .client(.bare(1), "has no label"),
  ]

  static func reduce(_ state: inout State, _ action: Action, _ now: Moment) -> Outcome<Action, Never> { .applied }
}
