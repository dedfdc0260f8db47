import Foundation
import Testing

struct DocumentationTests {
  @Test("the domain that the documentation shows is the one that compiles in the tests")
  func thirtyLines() throws {
    let here = URL(fileURLWithPath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Sources/ActionLog/ActionLog.docc/ActionLog.md"), encoding: .utf8)
    let source = try String(
      contentsOf: here.deletingLastPathComponent().appendingPathComponent("CounterDomain.swift"), encoding: .utf8)
    let start = try #require(source.range(of: "enum Counter: Domain {")?.lowerBound)
    let domain = String(source[start...])
    #expect(page.contains(domain))
    let codeLines = domain.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    #expect(codeLines.count <= 32)
  }
}
