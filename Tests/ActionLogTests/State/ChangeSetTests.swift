import Testing

@testable import ActionLog

@Suite("What an action changed")
struct ChangeSetTests {
  private func root() -> StateRoot<SampleState> {
    var state = SampleState()
    for number in 0..<50 { state.feed.notesByID[NoteID("n\(number)")] = Note(title: "\(number)") }
    return StateRoot(state)
  }

  @Test("one row, and those who read it or its table")
  func row() {
    var root = root()
    root.state.feed.notesByID["n7"]?.stars = 5
    let changes = root.settle()
    #expect(changes.parts == [.init(path: "feed.notesByID", kind: .table, rows: ["n7"])])
    for read in [Read.row("feed.notesByID", "n7"), .table("feed.notesByID"), .value("feed"), .everything] {
      #expect(changes.affects(read), "\(read)")
    }
    for read in [
      Read.row("feed.notesByID", "n8"), .table("folders"), .value("count"), .value("fee"), .row("folders", "n7"),
      .list("feed.orderedIDs"),
    ] {
      #expect(!changes.affects(read), "\(read)")
    }
    #expect(changes.affects(anyOf: [.value("count"), .value("feed")]))
  }

  @Test("touching without changing is no change")
  func untouched() {
    var root = root()
    let digest = root.digest
    root.state.feed.notesByID["n7"]?.stars = 0
    root.state.feed.notesByID["none"]?.stars = 1
    root.state.count = 0
    root.state.words.append("x")
    root.state.words.remove(at: 0)
    root.state.feed.notesByID["new"] = Note(title: "gone at once")
    root.state.feed.notesByID["new"] = nil
    let row = root.state.feed.notesByID.remove("n8")
    root.state.feed.notesByID["n8"] = row
    #expect(root.settle().isEmpty)
    #expect(root.digest == digest)
  }

  @Test("rows changed several times in one action are named once, ascending")
  func several() {
    var root = root()
    for id in ["n9", "n10", "n9", "zz", "n11"] as [NoteID] { root.state.feed.notesByID[id] = Note(title: "changed") }
    root.state.feed.notesByID["n11"] = nil
    #expect(root.settle().parts.map(\.rows) == [["n10", "n11", "n9", "zz"]])
  }

  @Test("a table assigned as a whole counts as changed whole, unless it is the same")
  func assigned() {
    var root = root()
    let before = root.state.feed.notesByID
    root.state.feed.notesByID["n1"]?.title = "x"
    _ = root.settle()
    root.state.feed.notesByID = before
    let changes = root.settle()
    #expect(changes.parts == [.init(path: "feed.notesByID", kind: .table, rows: nil)])
    #expect(changes.affects(.row("feed.notesByID", "n40")))
    #expect(root.digest == root.state.recomputedDigest())
    root.state.feed.notesByID = before
    #expect(root.settle().isEmpty)
  }

  @Test("two tables that change places are hashed under their new paths")
  func swapped() {
    struct Pair: StateTree {
      var left = EntityTable<NoteID, Int>()
      var right = EntityTable<NoteID, Int>()
      mutating func visit(_ parts: inout some PartVisitor) {
        parts.visit("left", &left)
        parts.visit("right", &right)
      }
    }
    var root = StateRoot(Pair(left: ["a": 1], right: ["b": 2]))
    swap(&root.state.left, &root.state.right)
    root.state.left["c"] = 3
    #expect(root.settle().parts.map(\.path) == ["left", "right"])
    #expect(root.digest == root.state.recomputedDigest())
  }

  @Test("removing everything empties the table, and the empty object is what is digested")
  func emptied() {
    var root = root()
    root.state.feed.notesByID.removeAll()
    #expect(root.settle().affects(.row("feed.notesByID", "n1")))
    #expect(root.digest == StateRoot(SampleState()).digest)
    root.state.feed.notesByID["a"] = Note(title: "")
    #expect(root.settleDigest() == root.state.recomputedDigest())
  }

  @Test("a state without parts has the digest of the empty object")
  func nothing() {
    struct Empty: StateTree {
      mutating func visit(_ parts: inout some PartVisitor) {}
    }
    #expect(StateRoot(Empty()).digest == Empty().recomputedDigest())
    #expect(StateRoot(Empty()).digest.hex16 == "2e1472b57af294d1")
  }
}
