import ActionLog
import CanonicalJSON

/// A domain for recorded editing sessions: one text, and each transaction of the editor an action.
public enum TextBuffer: Domain {
  /// The text.
  public typealias State = ChunkedText

  /// What can happen to it.
  public enum Action: ActionGroup {
    /// The editor made changes, one after another: positions count in what the changes before left.
    case edited(patches: [Patch])
  }

  /// Nothing is asked of the outside.
  public typealias Effect = Never

  /// Scalars that the text may have at most.
  public static let longest = 8 << 20

  /// The name that stands in a journal's headers.
  public static let name = "textbuffer"

  /// Raised when an edit or a cut means something else.
  public static let version = 1

  /// An empty text.
  public static let initialState = State()

  /// Applies all patches of an edit, or none.
  public static func reduce(_ state: inout State, _ action: Action, _: Moment) -> Outcome<Action, Effect> {
    switch action {
    case .edited(let patches): edit(&state, patches)
    }
  }

  private static func edit(_ text: inout ChunkedText, _ patches: [Patch]) -> Outcome<Action, Effect> {
    var length = text.length
    var changes = false
    for (index, patch) in patches.enumerated() {
      let (position, deleted) = (patch.position, patch.deleted)
      guard (0...length).contains(position), (0...(length - position)).contains(deleted) else {
        return .illegal("outside", "patch \(index) deletes \(deleted) at \(position) of a text of \(length)")
      }
      length += UTF8Length.scalars(of: patch.inserted) - deleted
      guard length <= longest else { return .illegal("tooLong", "patch \(index) makes a text of \(length)") }
      changes = changes || deleted > 0 || !patch.inserted.isEmpty
    }
    guard changes else { return .ignored("empty", "nothing is deleted or inserted") }
    for patch in patches where patch.deleted > 0 || !patch.inserted.isEmpty {
      text.replace(patch.position..<patch.position + patch.deleted, with: patch.inserted)
    }
    return .applied
  }

  /// What must hold after every edit.
  public static func violations(in state: State) -> [String] { state.violations }
}

extension TextBuffer {
  /// The one action.
  public static let actions: ActionCatalogue<Action> = [
    .client(
      .edited(patches: [Patch(0, 0, "Tide tables")]),
      "the editor changed the text: each patch is [position, deleted, text]")
  ]

  /// What can be asked.
  public static let selectors: [Selector<State>] = [
    Selector("text", "the whole text", reads: [.list("chunks")]) { $0.string },
    Selector("length", "how many Unicode scalars the text has", reads: [.value("length")]) { $0.length },
    Selector(
      "range", "the scalars from a position on", arguments: RangeArguments.self, reads: { _ in [.list("chunks")] },
      select: { text, asked in
        let start = Int(clamping: asked.from)
        let count = asked.count.map(Int.init(clamping:)) ?? text.length
        return start < text.length ? text.string(in: start..<start + min(count, text.length - start)) : ""
      }),
  ]
}

/// What `range` takes.
public struct RangeArguments: Codable, Sendable {
  /// Scalars to pass over.
  public let from: UInt
  /// Scalars at most; all that follow, if it is not said.
  public let count: UInt?
}
