/// Something that goes wrong at one call to a `SimulatedFileSystem`.
package struct SimulatedFault: Equatable, Sendable {
  /// What goes wrong.
  package enum Kind: Equatable, Sendable {
    /// The power goes: before, during or after the call, and nothing answers until `restart`.
    case powerCut
    /// The call fails with this error number. A write may have taken a part; a failed sync forgets what it did not
    /// write, and the next one "succeeds" without it.
    case fail(Int32)
    /// A write takes only this many bytes (at least one) and says so.
    case short(Int)
  }

  /// Which changing call, counted from 0 when the fault was armed.
  package var call: Int
  package var kind: Kind

  package init(call: Int, _ kind: Kind) {
    self.call = call
    self.kind = kind
  }
}
