/// How long a test waits for what must come.
///
/// Many times longer than it ever takes: on a busy machine a test may be slow, and only what never comes fails it.
package enum Patience {
  package static let seconds = 60.0
  package static let milliseconds = 60_000
}
