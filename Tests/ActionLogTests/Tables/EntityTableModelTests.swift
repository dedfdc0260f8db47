import TestSupport
import Testing

@testable import ActionLog

@Suite("EntityTable against a naive model")
struct EntityTableModelTests {
  typealias Table = EntityTable<NoteID, Int>

  @Test(
    "random changes, with snapshots held, give what a sorted dictionary gives", arguments: [11, 12, 13] as [UInt64])
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var table = Table()
    var model: [String: Int] = [:]
    var snapshots: [(table: Table, model: [String: Int])] = []
    for step in 0..<6000 {
      // Growing, shrinking and growing again, so that nodes split, join and run empty.
      let isGrowing = step % 3000 < 1800
      let key = "k\(Int.random(in: 0..<1500, using: &random))"
      if Int.random(in: 0..<4, using: &random) == 0 {
        table[NoteID(key)]? += 1
        if let value = model[key] { model[key] = value + 1 }
      } else if isGrowing {
        table[NoteID(key)] = step
        model[key] = step
      } else {
        for offset in 0..<8 {
          let doomed = "k\((Int(key.dropFirst())! + offset) % 1500)"
          #expect(table.remove(NoteID(doomed)) == model.removeValue(forKey: doomed))
        }
      }
      if step % 500 == 0 { snapshots.append((table, model)) }
    }
    expectSame(table, model, "seed \(seed)")
    for (snapshot, model) in snapshots { expectSame(snapshot, model, "seed \(seed)") }
    for (older, oldModel) in snapshots { expectChanges(table.changes(since: older), oldModel, model, "seed \(seed)") }
  }

  @Test("rows inserted and removed in ascending and descending order")
  func ordered() {
    for keys in [Array(0..<3000), Array((0..<3000).reversed())] {
      var table = Table()
      for key in keys { table[Self.id(key)] = key }
      #expect(table.map(\.value) == Array(0..<3000))
      #expect(table.first?.value == 0)
      #expect(table.last?.value == 2999)
      for key in keys.dropLast(2) { table[Self.id(key)] = nil }
      #expect(table.map(\.value) == keys.suffix(2).sorted())
      for key in keys { table[Self.id(key)] = nil }
      #expect(table.isEmpty)
      #expect(table.first == nil)
      #expect(Array(table.keys).isEmpty)
    }
  }

  @Test("ranges start and end where they say, present or not")
  func ranges() {
    var table = Table()
    for key in stride(from: 0, to: 1000, by: 2) { table[Self.id(key)] = key }
    for start in [0, 1, 2, 499, 500, 997, 998, 999] {
      let expected = Array(stride(from: 0, to: 1000, by: 2))
      #expect(table.rows(from: Self.id(start)).map(\.value) == expected.filter { $0 >= start })
      #expect(table.rows(after: Self.id(start)).map(\.value) == expected.filter { $0 > start })
      #expect(
        table.rows(in: Self.id(300)..<Self.id(start + 300)).map(\.value)
          == expected.filter { $0 >= 300 && $0 < start + 300 })
    }
  }

  @Test("keys that share their first bytes, or differ only in zero bytes, stay apart")
  func craftedKeys() {
    var table = Table()
    let keys =
      (0..<500).map { String(repeating: "same prefix ", count: 4) + "\($0)" }
      + (0..<40).map { "z" + String(repeating: "\0", count: $0) }
    for (value, key) in keys.enumerated() { table[NoteID(key)] = value }
    #expect(table.count == keys.count)
    for (value, key) in keys.enumerated() { #expect(table[NoteID(key)] == value) }
    #expect(
      table.keys.map { Array($0.text.utf8) } == keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test("composed and decomposed spellings of one character are two rows")
  func canonicalEquivalence() {
    var table: EntityTable<NoteID, Int> = ["\u{e9}": 1, "e\u{301}": 2]
    #expect(NoteID("\u{e9}") != NoteID("e\u{301}"))
    #expect(Set([NoteID("\u{e9}"), NoteID("e\u{301}")]).count == 2)
    #expect(table.count == 2)
    table["\u{e9}"] = nil
    #expect(table["e\u{301}"] == 2)
    #expect(!table.contains("\u{e9}"))
  }

  static func id(_ number: Int) -> NoteID { NoteID("id-" + String(number + 100_000)) }

  private func expectSame(_ table: Table, _ model: [String: Int], _ place: String) {
    #expect(table.count == model.count, "\(place)")
    #expect(table.map(\.key.text) == model.keys.sorted(), "\(place)")
    #expect(table.allSatisfy { model[$0.key.text] == $0.value }, "\(place)")
    #expect(model.allSatisfy { table[NoteID($0.key)] == $0.value }, "\(place)")
    #expect(table == Table(model.map { (NoteID($0.key), $0.value) }), "\(place)")
  }

  private func expectChanges(
    _ changes: [RowChange<NoteID, Int>], _ old: [String: Int], _ new: [String: Int], _ place: String
  ) {
    let keys = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    #expect(changes.map(\.id.text) == keys, "\(place)")
    #expect(changes.allSatisfy { $0.old == old[$0.id.text] && $0.new == new[$0.id.text] }, "\(place)")
  }
}
