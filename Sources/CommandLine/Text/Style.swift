/// When to colour.
enum ColourChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}

/// Colours for people, or none. A value: it is decided once, from where the text goes and what was asked for.
struct Style: Equatable, Sendable {
  /// What a piece of text is, rather than what colour it has.
  enum Role: String, Sendable {
    case key = "34"
    case string = "32"
    case number = "36"
    case constant = "35"
    case dim = "2"
    case strong = "1"
    case good = "32;1"
    case doubtful = "33"
    case bad = "31;1"
  }

  /// Whether anything is coloured at all.
  let isColoured: Bool

  static let plain = Style(isColoured: false)

  init(isColoured: Bool) { self.isColoured = isColoured }

  /// Decides: what was asked for, else `NO_COLOR` and `TERM=dumb`, else whether a terminal reads.
  init(choice: ColourChoice, isTerminal: Bool, environment: (String) -> String?) {
    switch choice {
    case .always: isColoured = true
    case .never: isColoured = false
    case .auto:
      let refused = environment("NO_COLOR").map { !$0.isEmpty } ?? false
      isColoured = isTerminal && !refused && environment("TERM") != "dumb"
    }
  }

  /// The text in the colour of its role.
  func paint(_ text: String, _ role: Role) -> String {
    isColoured && !text.isEmpty ? "\u{1b}[\(role.rawValue)m\(text)\u{1b}[0m" : text
  }

  /// The bytes that switch a role on; none without colour.
  func opening(_ role: Role) -> [UInt8] { isColoured ? Array("\u{1b}[\(role.rawValue)m".utf8) : [] }

  /// The bytes that switch every role off; none without colour.
  var closing: [UInt8] { isColoured ? Array("\u{1b}[0m".utf8) : [] }
}
