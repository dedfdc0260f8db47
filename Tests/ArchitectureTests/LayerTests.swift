import Testing

@Suite("Layers: a target imports only what its arrow in the design allows")
struct LayerTests {
  /// The arrows, written a second time on purpose: a change of the manifest alone must not pass unseen.
  private static let arrows: [String: Set<String>] = [
    "CanonicalJSON": [],
    "SystemCalls": ["CLinux", "Glibc"],
    "ActionLog": ["CanonicalJSON"],
    // The test library of the toolchain is what failures are reported to.
    "ActionLogTesting": ["ActionLog", "CanonicalJSON", "Testing"],
    "RecordFormat": ["CanonicalJSON", "CSHA256"],
    "FieldNotes": ["ActionLog", "CanonicalJSON"],
    "Replay": ["ActionLog", "RecordFormat", "CanonicalJSON"],
    "WireProtocol": ["RecordFormat", "CanonicalJSON"],
    "JournalStorage": ["RecordFormat", "SystemCalls", "CanonicalJSON"],
    "Daemon": [
      "WireProtocol", "JournalStorage", "Replay", "ActionLog", "RecordFormat", "CanonicalJSON", "SystemCalls",
    ],
    "CommandLine": [
      "WireProtocol", "JournalStorage", "Replay", "ActionLog", "RecordFormat", "CanonicalJSON", "SystemCalls",
    ],
    "FieldNotesMiddleware": ["FieldNotes", "ActionLog", "CanonicalJSON", "SystemCalls"],
    "actionlogd": ["Daemon", "FieldNotes", "FieldNotesMiddleware"],
    "actionlog": ["CommandLine", "FieldNotes"],
  ]

  /// Part of the language's own runtime, free of the operating system.
  private static let everywhere: Set<String> = ["Synchronization"]

  @Test("no import crosses an arrow that is not there, and nothing imports Foundation")
  func importsFollowTheArrows() throws {
    let files = try Checkout.swiftFiles(below: "Sources")
    #expect(files.count >= 13)
    for file in files {
      let allowed = try #require(Self.arrows[file.target], "\(file.path): a target without an arrow")
      for imported in file.lines.compactMap(Self.importedModule) {
        #expect(
          allowed.contains(imported) || Self.everywhere.contains(imported),
          "\(file.path) imports \(imported), which its target's arrow does not allow")
      }
    }
  }

  private static func importedModule(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let at = words.firstIndex(of: "import"), words[..<at].allSatisfy(isModifier), at + 1 < words.count else {
      return nil
    }
    let kinds: Set<Substring> = ["struct", "class", "enum", "func", "protocol", "typealias", "var", "let"]
    let name = kinds.contains(words[at + 1]) && at + 2 < words.count ? words[at + 2] : words[at + 1]
    return String(name.prefix { $0 != "." })
  }

  private static func isModifier(_ word: Substring) -> Bool {
    word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
  }
}
