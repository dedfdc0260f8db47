import Testing

@testable import ActionLog

@Suite("A state must show all that it stores")
struct PartCensusTests {
  private func fault<State: StateTree>(_ state: State) -> String? {
    var state = state
    var census = PartCensus(owner: "State")
    state.visit(&census)
    return census.fault(in: Mirror(reflecting: state))
  }

  @Test("a state that shows everything is fine, under whatever names")
  func complete() {
    struct Renamed: StateTree {
      @Tracked var count = 0
      var table = EntityTable<NoteID, Int>()
      mutating func visit(_ parts: inout some PartVisitor) {
        parts.visit("rows", &table)
        parts.visit("number", &_count)
      }
    }
    #expect(fault(Renamed()) == nil)
    #expect(fault(SampleState()) == nil)
  }

  @Test("a forgotten part is named")
  func forgotten() {
    struct Forgetful: StateTree {
      @Tracked var count = 0
      @Tracked var other = 0
      mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
    }
    #expect(fault(Forgetful())?.contains("other") == true)
  }

  @Test("a plain stored property is named")
  func plain() {
    struct Plain: StateTree {
      @Tracked var count = 0
      var hidden = 0
      mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
    }
    #expect(fault(Plain())?.contains("hidden: Int") == true)
  }

  @Test("showing one of two alike twice is found")
  func repeated() {
    struct Repeating: StateTree {
      @Tracked var first = 0
      @Tracked var second = 0
      mutating func visit(_ parts: inout some PartVisitor) {
        parts.visit("first", &_first)
        parts.visit("again", &_first)
      }
    }
    #expect(fault(Repeating())?.contains("twice") == true)
  }

  @Test("an enum is no state")
  func notAStruct() {
    enum Odd: StateTree {
      case only
      mutating func visit(_ parts: inout some PartVisitor) {}
    }
    #expect(fault(Odd.only)?.contains("struct") == true)
  }

  @Test("a state with a forgotten part stops the program")
  func stops() async {
    await #expect(processExitsWith: .failure) {
      struct Forgetful: StateTree {
        var rows = EntityTable<NoteID, Int>()
        mutating func visit(_ parts: inout some PartVisitor) {}
      }
      _ = StateRoot(Forgetful())
    }
  }
}
