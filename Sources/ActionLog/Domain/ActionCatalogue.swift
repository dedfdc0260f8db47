import CanonicalJSON

/// Every action of a domain: its name and payload version, a line about it, who may dispatch it, an example.
///
/// Written as a list of examples, from which the names follow:
/// `[.client(.incremented(by: 1), "adds to the counter")]`.
public struct ActionCatalogue<Action: ActionGroup>: Sendable, ExpressibleByArrayLiteral {
  /// One action.
  public struct Entry: Sendable {
    /// An action of this kind, with values that make sense to a reader.
    public let example: Action
    /// The version of the payload.
    public let v: Int
    /// What it says, in one line.
    public let summary: String
    /// Who may dispatch it.
    public let origin: ActionOrigin
    /// The name on the wire; empty when the example does not encode, which ``ActionCoding/problems()`` reports.
    public let type: String
    /// The example's payload, a canonical JSON object.
    public let payload: [UInt8]

    init(_ example: Action, v: Int, summary: String, origin: ActionOrigin) {
      self.example = example
      self.v = v
      self.summary = summary
      self.origin = origin
      let encoded = try? WireForm.encode(example)
      type = encoded?.type ?? ""
      payload = encoded?.payload ?? []
    }

    /// An action that clients may dispatch.
    public static func client(_ example: Action, v: Int = 1, _ summary: String) -> Entry {
      Entry(example, v: v, summary: summary, origin: .client)
    }

    /// An action that only the performer of an effect, or a timer, may dispatch.
    public static func effect(_ example: Action, v: Int = 1, _ summary: String) -> Entry {
      Entry(example, v: v, summary: summary, origin: .effect)
    }
  }

  /// The actions in the order in which they were listed.
  public let entries: [Entry]

  /// Lists the actions.
  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Lists the actions.
  public init(arrayLiteral entries: Entry...) {
    self.init(entries)
  }

  /// The catalogue of an enclosing domain, whose actions wrap these.
  public func map<Outer: ActionGroup>(_ wrap: (Action) -> Outer) -> ActionCatalogue<Outer> {
    ActionCatalogue<Outer>(
      entries.map { entry in
        ActionCatalogue<Outer>.Entry(wrap(entry.example), v: entry.v, summary: entry.summary, origin: entry.origin)
      })
  }

  /// The catalogues of two features as one.
  public static func + (left: ActionCatalogue, right: ActionCatalogue) -> ActionCatalogue {
    ActionCatalogue(left.entries + right.entries)
  }
}
