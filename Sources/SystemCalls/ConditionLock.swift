import Glibc

/// A value behind a lock that threads can wait on for it to change.
package final class ConditionLock<Value>: @unchecked Sendable {
  // Sendable: `value` is touched only between lock and unlock of `mutex`, and only through closures that cannot keep
  // it; the two pthread objects have stable addresses of their own and are made for use by many threads.
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // A wall clock that steps must not stretch a wait.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Works on the value; nobody else does meanwhile. Must not be nested.
  package func withLock<Answer, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Works on the value, then wakes every thread that waits.
  package func change<Answer>(_ body: (inout Value) -> Answer) -> Answer {
    pthread_mutex_lock(mutex)
    let answer = body(&value)
    pthread_mutex_unlock(mutex)
    pthread_cond_broadcast(condition)
    return answer
  }

  /// Waits until `body`, asked now and after every `change`, answers something.
  package func wait<Answer>(for body: (inout Value) -> Answer?) -> Answer {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let answer = body(&value) { return answer }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Like `wait(for:)`, for at most `milliseconds`; nil when they are over.
  package func wait<Answer>(milliseconds: Int, for body: (inout Value) -> Answer?) -> Answer? {
    let deadline = Clock.monotonicNanoseconds() + UInt64(max(0, milliseconds)) * 1_000_000
    var until = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let answer = body(&value) { return answer }
      if pthread_cond_timedwait(condition, mutex, &until) == ETIMEDOUT { return body(&value) }
    }
  }
}
