import FieldNotes
import SystemCalls

extension DirectoryFeed {
  /// The name of the page at `cursor`, or of the first one.
  func name(of cursor: String?) throws(FeedError) -> String {
    guard let cursor else { return try firstName() }
    // A cursor comes out of a page: it must not lead out of the directory.
    guard !cursor.isEmpty, !cursor.hasPrefix("."), !cursor.utf8.contains(UInt8(ascii: "/")), !cursor.utf8.contains(0)
    else { throw FeedError(.expiredCursor, "\"\(cursor)\" is no page of \(directory)") }
    return "\(cursor).json"
  }

  /// The name of the first page.
  ///
  /// - Throws: `notFound` where there is no page, or where numbered ones begin behind the first: a page from the middle
  ///   taken for the first would empty the list in silence.
  private func firstName() throws(FeedError) -> String {
    guard let first = try pageNames().first else { throw FeedError(.notFound, "\(directory) holds no .json page") }
    if let missing = Self.name(before: first) {
      throw FeedError(
        .notFound, "\(directory)/\(missing) is missing, the first page: \(first) does not stand in for it")
    }
    return first
  }

  /// The name of page one of the series `page-N.json` that `name` is a later one of; nil for other names.
  private static func name(before name: String) -> String? {
    guard name.hasPrefix("page-") else { return nil }
    let digits = name.dropFirst("page-".count).dropLast(".json".count)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(digits), number > 1
    else { return nil }
    // Numbers of one width keep it, `page-02` and `page-01`; without zeros in front the first is `page-1`.
    let zeros = digits.first == "0" ? String(repeating: "0", count: digits.utf8.count - 1) : ""
    return "page-\(zeros)1.json"
  }

  /// The names of all pages, in the order of their bytes.
  func pageNames() throws(FeedError) -> [String] {
    do throws(SystemError) {
      return try FileSystem.names(in: directory).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw FeedError(.unreachable, "\(error)")
    }
  }
}
