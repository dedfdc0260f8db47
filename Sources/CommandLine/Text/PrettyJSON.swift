/// JSON text laid out for people: two spaces a level, one member a line, the spelling of every token kept.
///
/// Works on tokens of text that is known to be JSON, so numbers, escapes and the order of keys stay as they came.
struct PrettyJSON {
  private let style: Style
  private var output: [UInt8] = []
  private var depth = 0

  private init(style: Style) { self.style = style }

  /// The laid-out text, without a line end.
  static func layOut(_ json: some Collection<UInt8>, style: Style = .plain) -> [UInt8] {
    var layout = PrettyJSON(style: style)
    layout.run(Array(json))
    return layout.output
  }

  private mutating func run(_ json: [UInt8]) {
    var at = 0
    while at < json.count {
      let byte = json[at]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let next = Self.skipSpace(json, from: at + 1)
        if next < json.count, json[next] == byte + 2 {
          output += [byte, byte + 2]
          at = next
        } else {
          output.append(byte)
          depth += 1
          newLine()
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth = max(0, depth - 1)
        newLine()
        output.append(byte)
      case UInt8(ascii: ","):
        output.append(byte)
        newLine()
      case UInt8(ascii: ":"):
        output += [byte, UInt8(ascii: " ")]
      case UInt8(ascii: " "), 0x09, 0x0A, 0x0D: break
      default:
        let end = Self.endOfToken(json, from: at)
        let role = Self.role(of: byte, followedBy: json, at: end)
        output += style.opening(role)
        output += json[at..<end]
        output += style.closing
        at = end - 1
      }
      at += 1
    }
  }

  private mutating func newLine() {
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private static func role(of first: UInt8, followedBy json: [UInt8], at end: Int) -> Style.Role {
    switch first {
    case UInt8(ascii: "\""):
      let next = skipSpace(json, from: end)
      return next < json.count && json[next] == UInt8(ascii: ":") ? .key : .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .constant
    default: return .number
    }
  }

  private static func skipSpace(_ json: [UInt8], from start: Int) -> Int {
    var at = start
    while at < json.count, [0x20, 0x09, 0x0A, 0x0D].contains(json[at]) { at += 1 }
    return at
  }

  private static func endOfToken(_ json: [UInt8], from start: Int) -> Int {
    var at = start + 1
    if json[start] == UInt8(ascii: "\"") {
      while at < json.count, json[at] != UInt8(ascii: "\"") { at += json[at] == UInt8(ascii: "\\") ? 2 : 1 }
      return min(at + 1, json.count)
    }
    while at < json.count, !Array(",:]} \t\r\n".utf8).contains(json[at]) { at += 1 }
    return at
  }
}
