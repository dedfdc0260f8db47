import Foundation
import TestSupport
import Testing

@Suite("The README: what it shows is what is there")
struct ReadmeTests {
  private static let package = SharedData.packageRoot.appending(path: "Tests/Fixtures/OwnDomain")

  /// The files of the package outside, as a reader would write them.
  private static let files = [
    "Package.swift", "Sources/MeetingRooms/MeetingRooms.swift", "Sources/roomsd/main.swift",
    "Sources/rooms/main.swift", "Tests/MeetingRoomsTests/MeetingRoomsTests.swift",
  ]

  private func section() throws -> Substring {
    let text = try String(contentsOf: SharedData.packageRoot.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(text.range(of: "\n## A domain of your own\n")?.upperBound)
    let end = text[start...].range(of: "\n## ")?.lowerBound ?? text.endIndex
    return text[start..<end]
  }

  @Test("the domain that it walks through is the package that is built and run, file by file", arguments: files)
  func sameFiles(path: String) throws {
    let source = try String(contentsOf: Self.package.appending(path: path), encoding: .utf8)
    let heading = try #require(try section().components(separatedBy: "\n**`\(path)`**").last)
    let block = try #require(heading.components(separatedBy: "\n```swift\n").dropFirst().first)
    let shown = try #require(block.components(separatedBy: "\n```\n").first)
    #expect(shown + "\n" == source)
  }

  @Test("no file of that package is left out, and no other is shown")
  func everyFile() throws {
    let walker = try #require(FileManager.default.enumerator(atPath: Self.package.path))
    let found = walker.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") && !$0.hasPrefix(".build/") }
    #expect(found.sorted() == Self.files.sorted())
    #expect(try section().components(separatedBy: "\n```swift\n").count - 1 == Self.files.count + 1)
  }

  @Test("the performer of an effect that it shows is one that is compiled and run, line by line")
  func sameRinger() throws {
    let file = SharedData.packageRoot.appending(path: "Tests/DaemonTests/Program/ReadmeRinger.swift")
    // The call of the test has its arguments from elsewhere.
    let source = try String(contentsOf: file, encoding: .utf8).replacing("arguments: words, ", with: "")
    let heading = try #require(try section().components(separatedBy: "\n**How an effect is performed.**").last)
    let block = try #require(heading.components(separatedBy: "\n```swift\n").dropFirst().first)
    let lines = try #require(block.components(separatedBy: "\n```\n").first).split(separator: "\n")
    #expect(lines.count > 10)
    for line in lines { #expect(source.contains(line), "\(line)") }
  }

  @Test("the domain is about thirty lines")
  func isShort() throws {
    let path = Self.package.appending(path: "Sources/MeetingRooms/MeetingRooms.swift")
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    let code = lines.filter { !$0.allSatisfy(\.isWhitespace) && !$0.contains("///") && $0 != "}" }
    #expect(code.count <= 45)
  }
}
