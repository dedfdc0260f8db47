import Synchronization

/// Passes warnings on, but not the one again that it told last: a damaged file is found damaged at each reading.
final class LastWarning: Sendable {
  private let last = Mutex<String?>(nil)
  private let warn: @Sendable (String) -> Void

  init(_ warn: @escaping @Sendable (String) -> Void) { self.warn = warn }

  /// Tells `line` unless it was told last.
  func tell(_ line: String) {
    let isNew = last.withLock { last in
      defer { last = line }
      return last != line
    }
    if isNew { warn(line) }
  }
}
