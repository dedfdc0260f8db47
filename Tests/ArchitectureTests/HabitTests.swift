import Foundation
import Testing

@Suite("Habits: what the style asks of every source file")
struct HabitTests {
  @Test("a source file stays small enough to read in one go")
  func filesStaySmall() throws {
    for file in try Checkout.swiftFiles(below: "Sources") {
      #expect(file.lines.count <= 350, "\(file.path): \(file.lines.count) lines")
    }
  }

  @Test("no source traps on input: banned calls have a replacement")
  func bannedCalls() throws {
    let banned = ["try!", "as!", "fatalError(", "print("]
    for file in try Checkout.swiftFiles(below: "Sources") {
      for (index, line) in file.lines.enumerated() {
        let code = Self.withoutComment(line)
        for call in banned where code.contains(call) {
          Issue.record("\(file.path):\(index + 1): \(call) is banned; throw an error, or state an invariant")
        }
      }
    }
  }

  @Test("where the compiler's check of concurrency is lifted, a comment stands before it that says why")
  func liftedChecksAreArgued() throws {
    for file in try Checkout.swiftFiles(below: "Sources") {
      for (index, line) in file.lines.enumerated() {
        let code = Self.withoutComment(line)
        guard code.contains("@unchecked Sendable") || code.contains("nonisolated(unsafe)") else { continue }
        let before = file.lines[max(0, index - 8)...index]
        #expect(before.contains { $0.contains("//") }, "\(file.path):\(index + 1): not argued")
      }
    }
  }

  @Test("nothing is left for later in a source file")
  func nothingIsLeftForLater() throws {
    for file in try Checkout.swiftFiles(below: "Sources") {
      for (index, line) in file.lines.enumerated() {
        for word in ["TODO", "FIXME", "XXX"] where line.contains(word) {
          Issue.record("\(file.path):\(index + 1): \(word)")
        }
      }
    }
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    guard let slashes = line.range(of: "//") else { return line }
    return line[..<slashes.lowerBound]
  }
}
