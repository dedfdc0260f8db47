/// What happens when an effect is asked for while another of the same key is outstanding.
///
/// A key has one policy; asking for another while effects of the key are outstanding is a ``DomainFault``.
public enum EffectPolicy: Hashable, Sendable {
  /// The newer effect settles the older one and starts at once.
  case latest
  /// Effects start one after another, each when the one before has settled.
  case queue
  /// The new effect is dropped while another is outstanding.
  case dropNew
  /// At most this many are started at a time, the others wait in order; at least one.
  case parallel(Int)
  /// Nothing is awaited: the effect starts once, is never outstanding and is not repeated after a restart.
  case forget

  /// Reads the journal's spelling; nil for any other text.
  public init?(journalText text: some StringProtocol) {
    switch text {
    case "latest": self = .latest
    case "queue": self = .queue
    case "dropNew": self = .dropNew
    case "forget": self = .forget
    default:
      let prefix = "parallel:"
      guard text.hasPrefix(prefix) else { return nil }
      let digits = text.dropFirst(prefix.count)
      guard let width = Int(digits), width > 0, String(width).utf8.elementsEqual(digits.utf8) else { return nil }
      self = .parallel(width)
    }
  }

  /// The journal's spelling: `latest`, `queue`, `dropNew`, `parallel:N` or `forget`.
  public var journalText: String {
    switch self {
    case .latest: "latest"
    case .queue: "queue"
    case .dropNew: "dropNew"
    case .parallel(let width): "parallel:\(width)"
    case .forget: "forget"
    }
  }

  /// How many effects of one key may be started at the same time.
  var width: Int {
    switch self {
    case .latest, .queue, .dropNew: 1
    case .parallel(let width): width
    case .forget: 0
    }
  }
}
