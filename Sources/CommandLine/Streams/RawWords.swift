/// The words of the command line as the system passed them, before they became strings.
///
/// A `String` puts U+FFFD where bytes are not UTF-8, without a word: a payload would be dispatched, and a path opened,
/// that nobody wrote.
enum RawWords {
  /// The first word that did not survive becoming a string.
  ///
  /// - Parameter arguments: the strings; without U+FFFD in them the raw words are not looked at.
  static func fault(in arguments: [String]) -> Failure? {
    guard arguments.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else { return nil }
    let raw = UnsafeBufferPointer(start: Swift.CommandLine.unsafeArgv, count: Int(Swift.CommandLine.argc))
    return fault(of: raw.map { $0.map { UnsafePointer($0) } })
  }

  /// The first word that is not UTF-8.
  static func fault(of words: [UnsafePointer<CChar>?]) -> Failure? {
    for (index, word) in words.enumerated() {
      guard let word, String(validatingCString: word) == nil else { continue }
      return .usage("argument \(index) is not UTF-8: give text in UTF-8; JSON may write any character as \\u escapes")
    }
    return nil
  }
}
