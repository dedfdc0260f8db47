import SystemCalls
import WireProtocol

/// The open connections by place, and how many each uid has.
struct ConnectionTable {
  private var places: [Connection?] = []
  private var generations: [UInt32] = []
  private var free: [UInt32] = []
  private var countByUID: [UInt32: Int] = [:]

  /// Connections that are open.
  private(set) var count = 0

  /// The connection called `id`, if it is still open.
  subscript(id: ConnectionID) -> Connection? {
    let index = Int(id.index)
    guard index < places.count, generations[index] == id.generation else { return nil }
    return places[index]
  }

  /// The open connections, in no order that means anything.
  var all: [Connection] { places.compactMap(\.self) }

  /// The limit that forbids one more connection of `uid`, if one does.
  func limit(for uid: UInt32, limits: Limits) -> Limit? {
    if count >= limits[.connections] { return .connections }
    let perUID = limits[.connectionsPerUID]
    return perUID > 0 && countByUID[uid, default: 0] >= perUID ? .connectionsPerUID : nil
  }

  /// Opens a connection.
  mutating func open(
    _ descriptor: consuming FileDescriptor, credentials: PeerCredentials, limits: Limits
  ) -> Connection {
    let index: UInt32
    if let last = free.popLast() {
      index = last
    } else {
      index = UInt32(places.count)
      places.append(nil)
      generations.append(0)
    }
    let id = ConnectionID(index: index, generation: generations[Int(index)])
    let connection = Connection(id: id, descriptor: descriptor, credentials: credentials, limits: limits)
    places[Int(index)] = connection
    count += 1
    countByUID[credentials.uid, default: 0] += 1
    return connection
  }

  /// Forgets a connection; its id is never given again until the generations have gone round.
  mutating func close(_ connection: Connection) {
    let index = Int(connection.id.index)
    places[index] = nil
    generations[index] &+= 1
    free.append(connection.id.index)
    count -= 1
    let uid = connection.peer.credentials.uid
    if let left = countByUID[uid], left > 1 { countByUID[uid] = left - 1 } else { countByUID[uid] = nil }
  }
}
