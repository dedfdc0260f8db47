/// A connection of this process, past or present: its place and how often the place was used before.
struct ConnectionID: Hashable, Sendable {
  let index: UInt32
  let generation: UInt32

  init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }

  init(token: UInt64) {
    index = UInt32(truncatingIfNeeded: token)
    generation = UInt32(truncatingIfNeeded: token >> 32)
  }

  /// What the kernel keeps for it.
  var token: UInt64 { UInt64(generation) << 32 | UInt64(index) }
}
