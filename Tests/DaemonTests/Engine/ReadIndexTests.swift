import CanonicalJSON
import TestSupport
import Testing

@testable import ActionLog
@testable import Daemon

@Suite("Which queries a change wakes")
struct ReadIndexTests {
  private func woken(_ index: ReadIndex, _ parts: ChangeSet.Part...) -> [QueryID] {
    var found: Set<QueryID> = []
    index.add(affectedBy: ChangeSet(parts: parts), to: &found)
    return found.sorted()
  }

  private func part(_ path: String, rows: [String]? = nil) -> ChangeSet.Part {
    ChangeSet.Part(path: path, kind: .table, rows: rows)
  }

  @Test("a changed row wakes those who read it, its table, what holds it, or everything, and nobody else")
  func row() {
    var index = ReadIndex()
    let reads: [[Read]] = [
      [.row("feed.documents", "a")], [.row("feed.documents", "b")], [.table("feed.documents")], [.value("feed")],
      [.everything], [.table("feed.owners")], [.value("fee")], [.row("documents", "a")],
      [.table("feed.owners"), .row("feed.documents", "a")],
    ]
    for (number, reads) in reads.enumerated() { index.insert(QueryID(number), reads: reads) }
    #expect(woken(index, part("feed.documents", rows: ["a", "c"])) == [0, 2, 3, 4, 8])
    #expect(woken(index, part("feed.documents")) == [0, 1, 2, 3, 4, 8])
    #expect(woken(index, part("feed.owners", rows: ["a"]), part("fee")) == [3, 4, 5, 6, 8])
    #expect(woken(index) == [])
  }

  @Test("ids are compared by their bytes")
  func bytes() {
    var index = ReadIndex()
    index.insert(1, reads: [.row("t", "\u{E9}")])
    index.insert(2, reads: [.row("t", "e\u{301}")])
    #expect(woken(index, part("t", rows: ["\u{E9}"])) == [1])
    #expect(woken(index, part("t", rows: ["e\u{301}"])) == [2])
  }

  @Test("a query that is gone wakes no more, and leaves the others where they are")
  func removal() {
    var index = ReadIndex()
    let reads: [Read] = [.row("t", "a"), .table("u"), .everything]
    for number: QueryID in 1...3 { index.insert(number, reads: reads) }
    index.remove(2, reads: reads)
    #expect(woken(index, part("t", rows: ["a"])) == [1, 3])
    #expect(woken(index, part("u")) == [1, 3])
    index.remove(1, reads: reads)
    index.remove(3, reads: reads)
    #expect(woken(index, part("t"), part("u")) == [])
  }

  @Test("it finds what ChangeSet itself says is affected, for random reads and changes")
  func agrees() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let paths = ["a", "a.b", "a.b.c", "ab", "b", "b.a"]
    func read() -> Read {
      let path = paths.randomElement(using: &random) ?? ""
      switch random.next() % 5 {
      case 0: return .table(path)
      case 1: return .list(path)
      case 2: return .value(path)
      case 3: return .row(path, "\(random.next() % 4)")
      default: return random.next() % 4 == 0 ? .everything : .row(path, "\(random.next() % 4)")
      }
    }
    for _ in 0..<500 {
      var index = ReadIndex()
      var reads: [QueryID: [Read]] = [:]
      for number in 0..<QueryID(random.next() % 12) {
        reads[number] = (0...random.next() % 3).map { _ in read() }
        index.insert(number, reads: reads[number] ?? [])
      }
      for number in reads.keys.sorted() where random.next() % 4 == 0 {
        index.remove(number, reads: reads.removeValue(forKey: number) ?? [])
      }
      let parts = (0..<random.next() % 3).map { _ in
        part(
          paths.randomElement(using: &random) ?? "",
          rows: random.next() % 3 == 0 ? nil : (0..<4).map { "\($0)" }.filter { _ in random.next() % 2 == 0 })
      }
      let changes = ChangeSet(parts: parts)
      var found: Set<QueryID> = []
      index.add(affectedBy: changes, to: &found)
      let expected = reads.filter { changes.affects(anyOf: $0.value) }.keys.sorted()
      #expect(found.sorted() == expected, "seed \(seed)")
    }
  }
}

@Suite("What a pointer reads")
struct PointerReadTests {
  private struct Inner: StateTree {
    @Tracked var count = 0
    mutating func visit(_ parts: inout some PartVisitor) { parts.visit("count", &_count) }
  }

  private struct Upper: EntityID {
    let text: String
    init(_ text: String) { self.text = text.uppercased() }
  }

  private struct Outer: StateTree {
    var inner = Inner()
    var rows = EntityTable<Upper, Int>()
    var list = EntityList<Int>()
    mutating func visit(_ parts: inout some PartVisitor) {
      parts.visit("inner", &inner)
      parts.visit("rows", &rows)
      parts.visit("list", &list)
    }
  }

  private func read(_ tokens: String...) -> Read? {
    StateParts(of: Outer()).read(by: JSONPointer(tokens: tokens))
  }

  @Test("a pointer is the read of the least part that holds all it leads to")
  func reads() {
    #expect(read() == .everything)
    #expect(read("inner") == .value("inner"))
    #expect(read("inner", "count") == .value("inner.count"))
    #expect(read("inner", "count", "x") == .value("inner.count"))
    #expect(read("rows") == .table("rows"))
    #expect(read("rows", "a", "x") == .row("rows", "A"))
    #expect(read("list") == .list("list"))
    #expect(read("list", "7") == .list("list"))
  }

  @Test("where no state has anything there is nothing to read")
  func nowhere() {
    #expect(read("outer") == nil)
    #expect(read("inner", "amount") == nil)
    #expect(read("list", "first") == nil)
    #expect(read("list", "01") == nil)
    #expect(read("") == nil)
  }
}
