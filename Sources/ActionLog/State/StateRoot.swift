/// A state with its digest, kept up to date at the cost of what changed.
///
/// The reducer changes `state`; `settle()` after each action brings the digest up to date.
public struct StateRoot<State: StateTree>: Sendable {
  // The state comes last, so that generic code knows where the digest is.
  @usableFromInline var settler = PartSettler()
  /// A value that had no JSON when it was to be digested; the digest is then worth nothing, the state must be given up.
  public private(set) var noJSON: NoJSON?
  /// The state; a copy of it is a snapshot that costs nothing.
  public var state: State

  /// Takes over a first state and digests it whole.
  ///
  /// A state with a stored property that `visit` does not show stops the program with its name: what is not shown
  /// would be missing from digests, snapshots and reads.
  ///
  /// - Complexity: O(state).
  public init(_ state: State) {
    self.state = state
    PartCensus.check(&self.state)
    _ = settle()
  }

  /// The same for a state whose parts someone else has judged: one with a fault is not stopped at.
  package init(unchecked state: State) {
    self.state = state
    _ = settle()
  }

  /// The digest as of the last `settle()`.
  @inlinable
  public var digest: StateDigest { settler.digest }

  /// Digests what was changed since the last call and tells what it was.
  ///
  /// - Complexity: O(parts + k log n) for k changed rows and elements.
  @inlinable
  public mutating func settle() -> ChangeSet {
    settler.begin(collecting: true)
    state.visit(&settler)
    settler.finish()
    if settler.hasRefused { lookForRefused() }
    return settler.takeChanges()
  }

  /// Digests what was changed since the last call, without telling what it was: for replay.
  ///
  /// - Complexity: as `settle()`, without the lists of changed rows.
  @inlinable
  public mutating func settleDigest() -> StateDigest {
    settler.begin(collecting: false)
    state.visit(&settler)
    settler.finish()
    if settler.hasRefused { lookForRefused() }
    return settler.digest
  }

  @usableFromInline
  mutating func lookForRefused() {
    if noJSON == nil { noJSON = state.noJSON() }
  }
}
