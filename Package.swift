// swift-tools-version: 6.2
import PackageDescription

// Every target is checked alike: Swift 6 language mode, no warning survives.
let checked: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

func source(_ name: String, _ dependencies: [String] = []) -> Target {
  .target(
    name: name,
    dependencies: dependencies.map { .target(name: $0) },
    swiftSettings: checked)
}

func program(_ name: String, _ dependencies: [String]) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies.map { .target(name: $0) },
    swiftSettings: checked)
}

func tests(_ name: String, _ dependencies: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name,
    dependencies: (dependencies + ["TestSupport"]).map { .target(name: $0) },
    exclude: exclude,
    swiftSettings: checked)
}

/// What only tests build: programs that they run, and what those are made of.
func testPart(_ name: String, _ dependencies: [String], in path: String) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .target(name: $0) }, path: path, swiftSettings: checked)
}

func testProgram(_ name: String, _ dependencies: [String], in path: String) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map { .target(name: $0) }, path: path, swiftSettings: checked)
}

let package = Package(
  name: "actionlog",
  products: [
    // With it comes CanonicalJSON, whose values, timestamps and pointers stand in what an author calls.
    .library(name: "ActionLog", targets: ["ActionLog", "CanonicalJSON"]),
    .library(name: "ActionLogTesting", targets: ["ActionLogTesting"]),
    .library(name: "Daemon", targets: ["Daemon"]),
    .library(name: "CommandLine", targets: ["CommandLine"]),
    .library(name: "FieldNotes", targets: ["FieldNotes"]),
    .executable(name: "actionlogd", targets: ["actionlogd"]),
    .executable(name: "actionlog", targets: ["actionlog"]),
  ],
  targets: [
    // Layer 0
    .target(name: "CLinux"),
    .target(name: "CSHA256"),
    source("SystemCalls", ["CLinux"]),
    source("CanonicalJSON"),
    // Layer 1
    source("ActionLog", ["CanonicalJSON"]),
    source("RecordFormat", ["CanonicalJSON", "CSHA256"]),
    // Layer 2
    source("FieldNotes", ["ActionLog", "CanonicalJSON"]),
    source("ActionLogTesting", ["ActionLog", "CanonicalJSON"]),
    source("Replay", ["ActionLog", "RecordFormat", "CanonicalJSON"]),
    source("WireProtocol", ["RecordFormat", "CanonicalJSON"]),
    source("JournalStorage", ["RecordFormat", "CanonicalJSON", "SystemCalls"]),
    // Layer 3
    source(
      "Daemon",
      ["WireProtocol", "JournalStorage", "Replay", "ActionLog", "RecordFormat", "CanonicalJSON", "SystemCalls"]),
    source(
      "CommandLine",
      ["WireProtocol", "JournalStorage", "Replay", "ActionLog", "RecordFormat", "CanonicalJSON", "SystemCalls"]),
    source("FieldNotesMiddleware", ["FieldNotes", "ActionLog", "CanonicalJSON", "SystemCalls"]),
    // Layer 4
    program("actionlogd", ["Daemon", "FieldNotes", "FieldNotesMiddleware"]),
    program("actionlog", ["CommandLine", "FieldNotes"]),
    // Tests mirror the sources.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: checked),
    tests("CanonicalJSONTests", ["CanonicalJSON"]),
    tests("SystemCallsTests", ["SystemCalls"]),
    tests("RecordFormatTests", ["RecordFormat", "CanonicalJSON", "CSHA256"]),
    tests(
      "ActionLogTests", ["ActionLog", "CanonicalJSON"],
      exclude: ["Digest/state_digest.py", "Digest/vectors.json"]),
    tests("ActionLogTestingTests", ["ActionLogTesting", "ActionLog", "CanonicalJSON"]),
    tests(
      "JournalStorageTests", ["JournalStorage", "RecordFormat", "SystemCalls", "CanonicalJSON"],
      exclude: ["Verifier"]),
    tests("WireProtocolTests", ["WireProtocol", "RecordFormat", "CanonicalJSON"]),
    tests("ReplayTests", ["Replay", "ActionLog", "RecordFormat", "CanonicalJSON"]),
    tests("FieldNotesTests", ["FieldNotes", "ActionLogTesting", "ActionLog", "CanonicalJSON"], exclude: ["Golden"]),
    tests(
      "FieldNotesMiddlewareTests",
      ["FieldNotesMiddleware", "FieldNotes", "ActionLogTesting", "ActionLog", "CanonicalJSON", "SystemCalls"]),
    tests(
      "DaemonTests",
      [
        "Daemon", "WireProtocol", "JournalStorage", "Replay", "ActionLog", "RecordFormat", "CanonicalJSON",
        "SystemCalls",
      ]),
    tests(
      "CommandLineTests",
      [
        "CommandLine", "WireProtocol", "JournalStorage", "Replay", "ActionLog", "RecordFormat", "CanonicalJSON",
        "SystemCalls",
      ],
      exclude: ["Golden/format-1", "Golden/format-1.state.json"]),
    testPart("ProgramSupport", ["SystemCalls", "TestSupport"], in: "Tests/ProgramSupport"),
    // A domain in several versions, as programs that tests of upgrades run.
    testPart("UpgradeDomain", ["ActionLog", "CanonicalJSON"], in: "Tests/Upgrades/Domain"),
    testProgram("upgrade-daemon", ["Daemon", "UpgradeDomain"], in: "Tests/Upgrades/Daemon"),
    testProgram("upgrade-client", ["CommandLine", "UpgradeDomain"], in: "Tests/Upgrades/Client"),
    tests(
      "EndToEndTests",
      [
        "ProgramSupport", "CanonicalJSON", "SystemCalls", "RecordFormat", "actionlogd", "actionlog", "upgrade-daemon",
        "upgrade-client",
      ]),
    tests("ArchitectureTests", []),
    // A domain of its own for recorded editing sessions, its programs, and the sessions.
    testPart("TextBuffer", ["ActionLog", "CanonicalJSON"], in: "Tests/TextBuffer"),
    testProgram("TextBufferDaemon", ["Daemon", "TextBuffer"], in: "Tests/TextBufferDaemon"),
    testProgram("TextBufferCommandLine", ["CommandLine", "TextBuffer"], in: "Tests/TextBufferCommandLine"),
    tests(
      "TextBufferTests",
      [
        "ProgramSupport", "TextBuffer", "TextBufferDaemon", "TextBufferCommandLine", "ActionLog", "CanonicalJSON",
        "SystemCalls",
      ]),
  ]
)
