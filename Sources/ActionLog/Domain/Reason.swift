/// Why an action was ignored or illegal: a stable code for programs and a text for people.
///
/// A literal gives the code alone: `.ignored("late")`.
public struct Reason: Error, Hashable, Sendable {
  /// The stable name, such as `stale`.
  public let code: String
  /// What happened, for people; may be empty.
  public let text: String

  /// Names a reason.
  public init(_ code: String, _ text: String = "") {
    self.code = code
    self.text = text
  }

  /// Compares both texts by their UTF-8 bytes.
  public static func == (left: Reason, right: Reason) -> Bool {
    left.code.utf8.elementsEqual(right.code.utf8) && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Hashes both texts by their UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    EffectKey(code).hash(into: &hasher)
    EffectKey(text).hash(into: &hasher)
  }
}

extension Reason: ExpressibleByStringLiteral {
  /// A reason with this code and no text.
  public init(stringLiteral code: String) {
    self.init(code)
  }
}

extension Reason: CustomStringConvertible {
  /// Code and text on one line.
  public var description: String { text.isEmpty ? code : "\(code): \(text)" }
}
