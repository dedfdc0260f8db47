import CanonicalJSON

/// One option that a program or command understands.
package struct OptionSpec: Equatable, Sendable {
  /// The long name with its dashes: `--journal`.
  package let name: String
  /// A short name with its dash, `-f`, where there is one.
  package let short: String?
  /// What the value stands for in help (`DIR`); `nil` for a flag without a value.
  package let value: String?
  /// One line for help.
  package let summary: String
  /// Whether it may be given more than once.
  package let repeats: Bool

  package init(_ name: String, short: String? = nil, value: String? = nil, repeats: Bool = false, _ summary: String) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
    self.repeats = repeats
  }

  /// How help spells it: `-f, --follow`, `--journal DIR`.
  package var spelling: String {
    (short.map { $0 + ", " } ?? "") + name + (value.map { " " + $0 } ?? "")
  }
}

/// Why the words of a command line could not be taken as options.
package enum OptionError: Error, Equatable, Sendable {
  case unknown(option: String, nearest: String?)
  case missingValue(option: String, value: String)
  case unexpectedValue(option: String)
  case repeated(option: String)
  case notANumber(option: String, text: String)
  case tooManyArguments(first: String)

  /// What is wrong and what to do, in one line without a full stop.
  package var summary: String {
    switch self {
    case .unknown(let option, let nearest?): "unknown option \(option): did you mean \(nearest)?"
    case .unknown(let option, nil): "unknown option \(option): see --help"
    case .missingValue(let option, let value): "\(option) needs a value: \(option) \(value)"
    case .unexpectedValue(let option): "\(option) takes no value"
    case .repeated(let option): "\(option) is given more than once"
    case .notANumber(let option, let text): "\(option) takes a whole number, not '\(text)'"
    case .tooManyArguments(let first): "unexpected argument '\(first)': see --help"
    }
  }
}

/// What stood on a command line, by option and by position.
package struct ParsedOptions: Equatable, Sendable {
  /// The words that are not options, in order.
  package private(set) var positionals: [String] = []
  private var valuesByName: [String: [String]] = [:]

  package init() {}

  /// Whether the option was given.
  package func has(_ name: String) -> Bool { valuesByName[name] != nil }

  /// The value of an option that is given once at most.
  package func value(_ name: String) -> String? { valuesByName[name]?.last }

  /// All values of an option that may be repeated, in order.
  package func values(_ name: String) -> [String] { valuesByName[name] ?? [] }

  /// The value of an option as a whole number, exact or refused.
  package func integer<N: FixedWidthInteger>(_ name: String, as type: N.Type = N.self) throws(OptionError) -> N? {
    guard let text = value(name) else { return nil }
    guard let number = N(text) else { throw .notANumber(option: name, text: text) }
    return number
  }

  /// Refuses more positional words than a command takes.
  package func limitPositionals(to count: Int) throws(OptionError) {
    if positionals.count > count { throw .tooManyArguments(first: positionals[count]) }
  }

  mutating func append(positional: String) { positionals.append(positional) }

  mutating func set(_ spec: OptionSpec, to value: String) throws(OptionError) {
    if !spec.repeats, valuesByName[spec.name] != nil { throw .repeated(option: spec.name) }
    valuesByName[spec.name, default: []].append(value)
  }
}

/// Takes the words of a command line apart.
///
/// `--name value`, `--name=value`, `--flag`, `-s value`, `-s`; `--` ends the options; a lone `-` and every other
/// word are positional, and options may stand before, between and after them. A word that is itself an option of
/// the program is never taken as a value in the two-word form: `--id=--json` says that.
package struct OptionParser: Sendable {
  /// The options in the order in which help lists them.
  package let options: [OptionSpec]

  package init(_ options: [OptionSpec]) { self.options = options }

  /// - Throws: the first word that does not fit, with the nearest option where one is near.
  package func parse(_ words: [String]) throws(OptionError) -> ParsedOptions {
    var parsed = ParsedOptions()
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      if word == "--" {
        for rest in words[index...] { parsed.append(positional: rest) }
        break
      }
      guard word.utf8.count > 1, word.utf8.first == UInt8(ascii: "-") else {
        parsed.append(positional: word)
        continue
      }
      let (name, attached) = Self.split(word)
      guard let spec = find(name) else { throw .unknown(option: name, nearest: nearest(to: name)) }
      guard let placeholder = spec.value else {
        if attached != nil { throw .unexpectedValue(option: spec.name) }
        try parsed.set(spec, to: "")
        continue
      }
      if let attached {
        try parsed.set(spec, to: attached)
      } else {
        guard index < words.count, find(Self.split(words[index]).name) == nil else {
          throw .missingValue(option: spec.name, value: placeholder)
        }
        try parsed.set(spec, to: words[index])
        index += 1
      }
    }
    return parsed
  }

  /// The lines that help prints below `Options:`, aligned, two spaces in.
  package var helpLines: [String] {
    let width = options.map { $0.spelling.utf8.count }.max() ?? 0
    return options.map { option in
      let padding = String(repeating: " ", count: width - option.spelling.utf8.count)
      return "  \(option.spelling)\(padding)  \(option.summary)"
    }
  }

  private func find(_ name: String) -> OptionSpec? { options.first { $0.name == name || $0.short == name } }

  private func nearest(to name: String) -> String? { NearestName.nearest(to: name, in: options.map(\.name)) }

  private static func split(_ word: String) -> (name: String, attached: String?) {
    guard word.hasPrefix("--"), let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.utf8.index(after: equals)...]))
  }
}
