/// How deep and how long an input may be before it is refused.
public struct JSONLimits: Equatable, Sendable {
  /// The most arrays and objects that may stand inside one another.
  public var depth = 128
  /// The most bytes an input may have; never more than 4 GiB, whatever is set.
  public var length = 4 << 20

  /// Makes the limits of the socket: 128 levels, 4 MiB.
  public init() {}

  /// Makes limits of `depth` levels and `length` bytes.
  public init(depth: Int, length: Int) {
    self.depth = depth
    self.length = length
  }

  /// For bytes that were checked when they were written: any length, and any depth that a recursive reader survives.
  public static let unlimited = JSONLimits(depth: deepestTree, length: longest)

  /// Offsets are kept in 32 bits.
  static let longest = Int(UInt32.max) - 1
  /// Trees of values are built and freed by recursion; this is what a thread's stack certainly holds.
  static let deepestTree = 1_024
}
