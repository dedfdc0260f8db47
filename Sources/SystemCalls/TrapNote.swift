import CLinux
import Synchronization

/// Last words: what is said and how the process ends where the code of a domain traps.
///
/// A trap (an index out of range, an overflow, `nil` forced) cannot be caught. But who runs the daemon is owed the name
/// of what trapped, and an exit status that says whether a restart helps; a signal's number tells neither.
package enum TrapNote {
  /// What a thread is at when it runs a domain's code.
  package enum Place: Int32, Sendable {
    /// The reducer, on an action that is being admitted.
    case reducing = 0
    /// The reducer, on a record of the journal.
    case replaying = 1
    /// A selector, on a state.
    case selecting = 2
  }

  /// What is said around "NAME (seq N)", one line in all, and the exit status.
  package struct Words: Sendable {
    let before: String
    let after: String
    let status: Int32

    package init(before: String, after: String, status: Int32) {
      self.before = before
      self.after = after
      self.status = status
    }
  }

  private static let isInstalled = Atomic(false)

  /// Takes traps from now on, those of threads that are at one of these places; the others end the process as ever.
  ///
  /// Belongs at the start of the program, on the thread that reduces: there a stack that runs over is told too. Only
  /// the first call counts.
  package static func install(_ words: [Place: Words]) throws(SystemError) {
    guard isInstalled.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
    for (place, words) in words {
      words.before.withCString { before in
        words.after.withCString { after in
          clinux_trap_words(
            place.rawValue, before, words.before.utf8.count, after, words.after.utf8.count, words.status)
        }
      }
    }
    try retrying("sigaltstack") { clinux_trap_install() }
  }

  /// The calling thread runs a domain's code from now on, up to `end`. Costs a few nanoseconds.
  package static func begin(_ place: Place, _ name: String, seq: UInt64) {
    var name = name
    name.withUTF8 { begin(place, $0, seq: seq) }
  }

  /// The same with the name's bytes.
  package static func begin(_ place: Place, _ name: UnsafeBufferPointer<UInt8>, seq: UInt64) {
    guard let bytes = name.baseAddress else { return }
    bytes.withMemoryRebound(to: CChar.self, capacity: name.count) {
      clinux_trap_begin(place.rawValue, $0, name.count, seq)
    }
  }

  /// The domain's code is done.
  package static func end() { clinux_trap_end() }
}
