import CanonicalJSON
import Testing

@testable import CommandLine

@Suite("Replies in any order, told in the order of the lines")
struct ReplyWindowTests {
  private func result(_ seq: Int) throws -> RawJSON { try RawJSON(parsing: Array("{\"seq\":\(seq)}".utf8)) }

  @Test("a line waits for those before it, a line refused here keeps its place")
  func order() throws {
    var window = ReplyWindow()
    window.sent(id: 7, line: 1, bytes: 10)
    window.refusedHere(.usage("bad"), line: 2, bytes: 5)
    window.sent(id: 8, line: 4, bytes: 10)
    #expect(window.count == 3)
    #expect(window.takeReady()?.line == nil)
    window.answered(id: 8, .success(try result(2)))
    window.answered(id: 99, .success(try result(3)))
    #expect(window.takeReady()?.line == nil)
    #expect(window.oldestLine == 1)
    window.answered(id: 7, .success(try result(1)))
    #expect([window.takeReady()?.line, window.takeReady()?.line, window.takeReady()?.line] == [1, 2, 4])
    #expect(window.takeReady()?.line == nil)
    #expect(window.count == 0)
    #expect(window.oldestLine == nil)
  }

  @Test("refusals without an id find their lines, whatever is answered before or after them")
  func withoutID() throws {
    let error = ReplyError(
      try RawJSON(parsing: Array(#"{"code":-32010,"message":"Too long.","data":{"name":"tooLong"}}"#.utf8)))
    var window = ReplyWindow()
    for line in 1...5 { window.sent(id: UInt64(line), line: line, bytes: 1) }
    window.refusedWithoutID(error)
    window.answered(id: 5, .success(try result(3)))
    window.answered(id: 1, .success(try result(1)))
    window.refusedWithoutID(error)
    #expect(window.takeReady()?.line == 1)
    #expect(window.takeReady()?.line == nil)
    window.answered(id: 3, .success(try result(2)))
    var told: [String] = []
    while let entry = window.takeReady() {
      switch entry.answer {
      case .success: told.append("\(entry.line)")
      case .failure(let refusal): told.append("\(entry.line) \(refusal.name)")
      }
    }
    #expect(told == ["2 tooLong", "3", "4 tooLong", "5"])
    #expect(window.count == 0)
  }

  @Test("a long stream keeps its order past many windows")
  func long() throws {
    var window = ReplyWindow()
    var told: [Int] = []
    let answer = try result(1)
    for line in 1...5_000 {
      window.sent(id: UInt64(line), line: line, bytes: 1)
      if line.isMultiple(of: 3) {
        for back in (line - 2)...line { window.answered(id: UInt64(back), .success(answer)) }
      }
      if line.isMultiple(of: 7) { while let entry = window.takeReady() { told.append(entry.line) } }
    }
    for line in 4_990...5_000 { window.answered(id: UInt64(line), .success(answer)) }
    while let entry = window.takeReady() { told.append(entry.line) }
    #expect(told == Array(1...5_000))
  }
}
