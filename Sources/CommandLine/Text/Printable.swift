/// Text from a journal or a socket, made safe to show to a person.
enum Printable {
  /// The text with every control character spelled out, so that no label or payload can steer a terminal.
  static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The bytes as such text; bytes that are not UTF-8 show as U+FFFD.
  static func text(_ bytes: some Collection<UInt8>) -> String { text(String(decoding: bytes, as: UTF8.self)) }

  /// As much of the text as `width` columns take, the last of them an ellipsis if something was cut.
  static func cut(_ text: String, to width: Int?) -> String {
    guard let width, width > 0, text.utf8.count > width else { return text }
    var (used, end) = (0, text.startIndex)
    for index in text.indices {
      used += TerminalWidth.columns(of: text[index])
      // One column is for the sign that something was cut off.
      if used < width { end = text.index(after: index) }
      if used > width { return text[..<end] + "…" }
    }
    return text
  }

  /// Text that is too long for a message, without its middle.
  static func shortened(_ text: String, to most: Int = 1_200) -> String {
    guard text.utf8.count > most, text.count > most else { return text }
    return text.prefix(most / 2) + " … " + text.suffix(most / 2)
  }

  /// A count with its noun: `1 record`, `2,048 records`.
  static func count(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A whole number with its thousands set apart by commas.
  static func grouped(_ number: some BinaryInteger) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var result: [UInt8] = number < 0 ? [UInt8(ascii: "-")] : []
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(UInt8(ascii: ",")) }
      result.append(digit)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A number of bytes in the unit that suits it: `512 B`, `1.4 MiB`.
  static func bytes(_ count: some BinaryInteger) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"]
    var value = Double(count)
    var unit = 0
    while value >= 1024, unit < units.count - 1 {
      value /= 1024
      unit += 1
    }
    return unit == 0 ? "\(count) B" : "\(decimal(value)) \(units[unit])"
  }

  /// A number with one decimal place.
  static func decimal(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    guard tenths.magnitude < 1e15 else { return String(value) }
    return "\(Int64(tenths) / 10).\((Int64(tenths) % 10).magnitude)"
  }

  /// A span of time: `0.4 s`, `3 min 20 s`, `2 h 5 min`.
  static func duration(seconds: Double) -> String {
    let whole = Int64(seconds.rounded())
    if seconds < 60 { return "\(decimal(seconds)) s" }
    if whole < 3_600 { return "\(whole / 60) min \(whole % 60) s" }
    if whole < 86_400 { return "\(whole / 3_600) h \(whole % 3_600 / 60) min" }
    return "\(whole / 86_400) d \(whole % 86_400 / 3_600) h"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
      || (0x2066...0x2069).contains(scalar.value)
  }
}
