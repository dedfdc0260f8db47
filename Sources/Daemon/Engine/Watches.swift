import WireProtocol

/// What the connections watch: who has which subscription, values and followers alike.
///
/// Numbers rise, and none is given twice while the daemon lives. A pure value.
struct Watches {
  /// What a subscription shows.
  enum Kind: Equatable {
    /// `subscribe`: a value, and what becomes of it.
    case value
    /// `follow`: records.
    case follower
  }

  /// How many one connection may have.
  let limit: Int

  private var watches: [UInt64: (connection: ConnectionID, kind: Kind)] = [:]
  private var numbers: [ConnectionID: Set<UInt64>] = [:]
  private var last: UInt64 = 0
  private var values = 0

  init(limit: Int) { self.limit = limit }

  /// How many there are of one kind.
  func count(of kind: Kind) -> Int { kind == .value ? values : watches.count - values }

  /// Opens a subscription and numbers it; nil where the connection has as many as it may.
  mutating func open(_ kind: Kind, on connection: ConnectionID) -> UInt64? {
    guard numbers[connection, default: []].count < limit else { return nil }
    last += 1
    watches[last] = (connection, kind)
    numbers[connection, default: []].insert(last)
    if kind == .value { values += 1 }
    return last
  }

  /// Whether it is still open.
  func isOpen(_ number: UInt64) -> Bool { watches[number] != nil }

  /// The subscriptions of a connection, oldest first.
  func numbers(of connection: ConnectionID) -> [UInt64] { (numbers[connection] ?? []).sorted() }

  /// Those of one kind, oldest first.
  func numbers(of connection: ConnectionID, _ kind: Kind) -> [UInt64] {
    numbers(of: connection).filter { watches[$0]?.kind == kind }
  }

  /// Ends a subscription; nil where `connection` has none of that number.
  mutating func close(_ number: UInt64, of connection: ConnectionID) -> Kind? {
    guard let watch = watches[number], watch.connection == connection else { return nil }
    watches[number] = nil
    if watch.kind == .value { values -= 1 }
    if numbers[connection]?.count == 1 {
      numbers[connection] = nil
    } else {
      numbers[connection]?.remove(number)
    }
    return watch.kind
  }

  /// Ends all subscriptions of a connection that is gone, and tells which they were, oldest first.
  mutating func closeAll(of connection: ConnectionID) -> [(number: UInt64, kind: Kind)] {
    numbers(of: connection).compactMap { number in
      close(number, of: connection).map { (number, $0) }
    }
  }
}
