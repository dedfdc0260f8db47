import Synchronization

/// A cache in memory that can be told to fail.
///
/// An author's own protocol of the cache is then a few lines over ``read()`` and ``write(_:)``. Any thread may use it.
public final class FakeCache<Value: Sendable, Failure: Error>: Sendable {
  private struct Contents {
    var value: Value?
    var writes: [Value] = []
    var reads = 0
    var misses = 0
    var failures: [Failure] = []
  }

  private let contents: Mutex<Contents>

  /// A cache that holds a value, or nothing.
  public init(_ value: Value? = nil) {
    contents = Mutex(Contents(value: value))
  }

  /// What the cache holds.
  public var value: Value? { contents.withLock { $0.value } }

  /// What was written, in order; writes that failed are not among them.
  public var writes: [Value] { contents.withLock { $0.writes } }

  /// How often the cache was read, misses included.
  public var reads: Int { contents.withLock { $0.reads } }

  /// Lets the next `count` reads miss, as where what is held cannot be read.
  public func missReads(_ count: Int = 1) {
    contents.withLock { $0.misses += count }
  }

  /// Lets the next `count` writes fail; what was held before is then still held.
  public func failWrites(with failure: Failure, _ count: Int = 1) {
    contents.withLock { $0.failures += Array(repeating: failure, count: count) }
  }

  /// What the cache holds; nil on a miss.
  public func read() -> Value? {
    contents.withLock { contents in
      contents.reads += 1
      guard contents.misses == 0 else {
        contents.misses -= 1
        return nil
      }
      return contents.value
    }
  }

  /// Replaces what the cache holds.
  ///
  /// - Throws: the failure that the test asked for.
  public func write(_ value: Value) throws(Failure) {
    let failure = contents.withLock { contents -> Failure? in
      if !contents.failures.isEmpty { return contents.failures.removeFirst() }
      contents.value = value
      contents.writes.append(value)
      return nil
    }
    if let failure { throw failure }
  }
}
