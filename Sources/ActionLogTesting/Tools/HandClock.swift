import ActionLog
import CanonicalJSON
import Synchronization

/// A clock that stands still until a test moves it.
///
/// For a ``TestStore``, for the clock of a `Store` (`Store(clock: { clock.now })`), and for whatever an author's own
/// middleware reads. Any thread may read and move it.
public final class HandClock: Sendable {
  private let time: Mutex<Timestamp>

  /// A clock that shows `start`, in microseconds since 1970.
  public init(_ start: Timestamp = Timestamp(microseconds: 0)) {
    time = Mutex(start)
  }

  /// The time that the clock shows.
  public var now: Timestamp { time.withLock { $0 } }

  /// Moves the clock on by `milliseconds`, or back by a negative number, as a wall clock may be.
  public func advance(milliseconds: Int64) {
    time.withLock { $0.microseconds += milliseconds * 1000 }
  }

  /// Sets the clock to a time, earlier ones too.
  public func set(to time: Timestamp) {
    self.time.withLock { $0 = time }
  }
}
