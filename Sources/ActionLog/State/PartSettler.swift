/// Goes through the parts of a state after an action and sums their digests up.
///
/// Its visits are inlinable, so that in a domain's module a state's `visit` is compiled for it and for the parts' types.
@usableFromInline
struct PartSettler: PartVisitor, Sendable {
  /// What is remembered of a part, or nested tree, from one action to the next.
  @usableFromInline
  struct Memory: Sendable {
    let name: StaticString
    @usableFromInline let path: String
    @usableFromInline let seed: UInt64
    @usableFromInline var digest: UInt64 = 0
    /// Of a list; `nil` for other parts and before the first round.
    @usableFromInline var summary: ListSummary?
  }

  /// What all parts came to at the end of the last round.
  @usableFromInline var digest = StateDigest(value: 0)
  @usableFromInline var memories: [Memory] = []
  @usableFromInline var position = 0
  private var isFirstRound = true
  @usableFromInline var sum: UInt64 = 0
  /// The path hash and the path of the tree whose parts are being visited.
  @usableFromInline var seed: UInt64 = 0
  @usableFromInline var path = ""
  @usableFromInline var isCollecting = false
  private var changes: [ChangeSet.Part] = []
  @usableFromInline var scratch = ValueScratch()
  /// Whether a value had no JSON; the sum is then worth nothing.
  @inlinable var hasRefused: Bool { scratch.hasRefused }

  init() {}

  @usableFromInline
  mutating func begin(collecting: Bool) {
    isCollecting = collecting
    isFirstRound = memories.isEmpty
    position = 0
    sum = 0
    seed = 0
    path = ""
  }

  @usableFromInline
  mutating func finish() {
    precondition(position == memories.count, "A state must show the same parts every time, in the same order")
    digest = StateDigest(value: position == 0 ? EmptyObject.leafHash(seed: 0) : sum)
  }

  @usableFromInline
  mutating func takeChanges() -> ChangeSet {
    var taken: [ChangeSet.Part] = []
    swap(&taken, &changes)
    return ChangeSet(parts: taken)
  }

  @inlinable
  mutating func visit<ID, Entity>(_ name: StaticString, _ table: inout EntityTable<ID, Entity>) {
    let index = step(name)
    let seed = memories[index].seed
    let before = memories[index].digest
    // A table that was assigned as a whole was settled elsewhere: its own touches do not tell what changed here.
    let isOurs = table.seed == seed && table.settledDigest == before
    if isOurs && table.isSettled {
      sum &+= before
      return
    }
    var change = table.coding.settle(&table, seed, &scratch, isCollecting)
    let digest = table.settledDigest
    if !isOurs {
      change = digest == before ? .none : .whole
    }
    record(index, digest, change, .table)
  }

  @inlinable
  mutating func visit<Element>(_ name: StaticString, _ list: inout EntityList<Element>) {
    let index = step(name)
    let before = memories[index].digest
    if !list.isSettled { list.coding.settle(&list, &scratch) }
    if list.summary == memories[index].summary {
      sum &+= before
      return
    }
    memories[index].summary = list.summary
    let digest = list.summary.leafHash(seed: memories[index].seed)
    record(index, digest, digest == before ? .none : .whole, .list)
  }

  @inlinable
  mutating func visit<Value>(_ name: StaticString, _ value: inout Tracked<Value>) {
    let index = step(name)
    value.settle(seed: memories[index].seed, scratch: &scratch)
    if value.digest == memories[index].digest {
      sum &+= value.digest
    } else {
      record(index, value.digest, .whole, .value)
    }
  }

  @inlinable
  mutating func visit<Tree: StateTree>(_ name: StaticString, _ tree: inout Tree) {
    let index = step(name)
    let outer = (seed, path, position)
    seed = memories[index].seed
    path = memories[index].path
    tree.visit(&self)
    if position == outer.2 { sum &+= EmptyObject.leafHash(seed: seed) }
    (seed, path, _) = outer
  }

  /// Moves to the next part, which must be the one that was here before.
  @usableFromInline
  mutating func step(_ name: StaticString) -> Int {
    let index = position
    position += 1
    if index < memories.count {
      precondition(
        memories[index].name.isSame(as: name), "A state must show the same parts every time, in the same order")
      return index
    }
    precondition(isFirstRound, "A state must show the same parts every time, in the same order")
    let text = name.text
    memories.append(
      Memory(name: name, path: path.isEmpty ? text : path + "." + text, seed: XXH64.hash(name, seed: seed)))
    return index
  }

  @usableFromInline
  mutating func record(_ index: Int, _ digest: UInt64, _ change: PartChange, _ kind: ChangeSet.Kind) {
    sum &+= digest
    memories[index].digest = digest
    guard isCollecting else { return }
    if changes.isEmpty { changes.reserveCapacity(memories.count) }
    switch change {
    case .none: break
    case .rows(let rows): changes.append(ChangeSet.Part(path: memories[index].path, kind: kind, rows: rows))
    case .whole: changes.append(ChangeSet.Part(path: memories[index].path, kind: kind, rows: nil))
    }
  }
}
