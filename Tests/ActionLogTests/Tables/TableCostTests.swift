import Testing

@testable import ActionLog

/// Costs are compared with one another, never with the clock: a copy of a whole table would be thousands of times
/// dearer than the steps it is compared with.
@Suite("What changes to large tables cost", .serialized)
struct TableCostTests {
  private static let large = 100_000

  /// Built once; tests change copies of it.
  private static let largeTable = table(large)

  private static func table(_ count: Int) -> EntityTable<NoteID, Folder> {
    var table = EntityTable<NoteID, Folder>()
    for number in 0..<count { table[id(number)] = Folder(name: "folder", size: number) }
    return table
  }

  private static func id(_ number: Int) -> NoteID { NoteID("row-\(1_000_000 + number)") }

  /// The time of the quickest of several runs.
  private static func cost(_ body: () -> Void) -> Duration {
    let clock = ContinuousClock()
    return (0..<5).map { _ in clock.measure(body) }.min() ?? .zero
  }

  @Test("changing rows of a table a hundred times larger costs a few levels more, with and without a snapshot")
  func changesDoNotGrow() {
    var costs: [Duration] = []
    for count in [Self.large / 100, Self.large] {
      var table = count == Self.large ? Self.largeTable : Self.table(count)
      // The first change of every row takes the nodes over from whoever else holds them.
      for row in 0..<count { table[Self.id(row)]?.size += 1 }
      var kept: [EntityTable<NoteID, Folder>] = []
      costs.append(
        Self.cost {
          for step in 0..<500 { table[Self.id(step &* 7919 % count)]?.size += 1 }
        })
      costs.append(
        Self.cost {
          for step in 0..<500 {
            kept = [table]
            table[Self.id(step &* 7919 % count)]?.size += 1
          }
        })
      #expect(kept.count == 1)
    }
    #expect(costs[2] < costs[0] * 12, "unshared: \(costs[0]) and \(costs[2])")
    #expect(costs[3] < costs[1] * 12, "with a snapshot: \(costs[1]) and \(costs[3])")
  }

  @Test("settling, comparing and diffing cost what changed, not what there is")
  func settlingDoesNotGrow() {
    struct State: StateTree {
      var rows = EntityTable<NoteID, Folder>()
      var order = EntityList<Int>()
      mutating func visit(_ parts: inout some PartVisitor) {
        parts.visit("rows", &rows)
        parts.visit("order", &order)
      }
    }
    let whole = Self.cost { _ = StateRoot(State(rows: Self.table(2000), order: EntityList(0..<2000))) }
    var root = StateRoot(State(rows: Self.largeTable, order: EntityList(0..<Self.large)))
    let before = root.state
    let settling = Self.cost {
      for step in 0..<10 {
        root.state.rows[Self.id(step &* 7919)]?.size += 1
        root.state.order.insert(step, at: Self.large / 2)
        root.state.order.remove(at: 7)
        _ = root.settle()
      }
    }
    let comparing = Self.cost {
      #expect(root.state.rows.changes(since: before.rows).count == 10)
      #expect(root.state.rows != before.rows)
    }
    // Fifty times the rows, yet far less than digesting the small state once.
    #expect(settling < whole / 2, "settling \(settling), the small state \(whole)")
    #expect(comparing < whole / 2, "comparing \(comparing), the small state \(whole)")
    #expect(root.digest == root.state.recomputedDigest())
  }

  @Test("reading one row by pointer does not encode the others")
  func pointerDoesNotGrow() throws {
    struct State: StateTree {
      var rows = EntityTable<NoteID, Folder>()
      mutating func visit(_ parts: inout some PartVisitor) { parts.visit("rows", &rows) }
    }
    let small = State(rows: Self.table(1000))
    let large = State(rows: Self.largeTable)
    let whole = Self.cost { _ = small.json() }
    let one = Self.cost {
      for step in 0..<10 { _ = large.value(at: ["rows", Self.id(step * 997).text, "size"]) }
    }
    #expect(one < whole, "ten rows of many \(one), a thousand rows whole \(whole)")
  }

  @Test("rows changed in place are not copied while nobody else holds them")
  func inPlace() {
    struct Bag: Codable, Equatable, Sendable { var items: [Int] = [] }
    var table: EntityTable<NoteID, Bag> = ["a": Bag(items: Array(0..<100_000)), "b": Bag()]
    let large = Self.cost { for _ in 0..<100 { table["a"]?.items[5] += 1 } }
    let small = Self.cost { for _ in 0..<100 { table["b", default: Bag()].items = [1] } }
    let defaulted = Self.cost { for _ in 0..<100 { table["a", default: Bag()].items[5] += 1 } }
    #expect(large < small * 20, "\(large) and \(small)")
    #expect(defaulted < small * 20, "\(defaulted) and \(small)")
  }
}
