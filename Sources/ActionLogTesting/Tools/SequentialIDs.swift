import ActionLog
import Synchronization

/// Ids that are the same in every run: `id-1`, `id-2`, and so on.
///
/// In place of the random ids that an author's middleware makes. Any thread may ask.
public final class SequentialIDs: Sendable {
  private let prefix: String
  private let last = Mutex<UInt64>(0)

  /// A sequence that begins with `prefix` and the number 1.
  public init(_ prefix: String = "id-") {
    self.prefix = prefix
  }

  /// The next id as text.
  public func next() -> String {
    let number = last.withLock { last in
      last += 1
      return last
    }
    return prefix + "\(number)"
  }

  /// The next id.
  public func next<ID: EntityID>(as type: ID.Type = ID.self) -> ID {
    ID(next() as String)
  }
}
