import Synchronization

/// Holds answers back and lets them go in batches, the newest first.
final class HeldAnswers: Sendable {
  private let size: Int
  private let held = Mutex<[String]>([])

  init(size: Int) { self.size = size }

  /// What may go now that this answer is there too.
  func add(_ answer: String, last: Bool) -> [String] {
    held.withLock { held in
      held.append(answer)
      guard last || held.count == size else { return [] }
      defer { held = [] }
      return held.reversed()
    }
  }
}
