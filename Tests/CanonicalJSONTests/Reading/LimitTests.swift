import CanonicalJSON
import Testing

@Suite("Crafted input meets a limit, not the stack or the clock")
struct LimitTests {
  @Test("nesting is counted over arrays and objects, and refused at the bracket that is one too many")
  func depth() {
    let nested = String(repeating: "[{\"a\":", count: 64) + "1" + String(repeating: "}]", count: 64)
    #expect(refusal(of: nested) == nil)
    let deeper = "[" + nested + "]"
    #expect(refusal(of: deeper) == JSONError(.tooDeep(limit: 128), at: 1 + 63 * 6 + 1))
    #expect(
      refusal(of: "[[],[],[[]]]", limits: JSONLimits(depth: 2, length: 100)) == JSONError(.tooDeep(limit: 2), at: 8))
    #expect(refusal(of: "[]", limits: JSONLimits(depth: 0, length: 100)) == JSONError(.tooDeep(limit: 0), at: 0))
  }

  @Test("an input past the length limit is refused before it is read")
  func length() {
    let limits = JSONLimits(depth: 8, length: 4)
    #expect(refusal(of: "[12]", limits: limits) == nil)
    #expect(refusal(of: "[123]", limits: limits) == JSONError(.tooLong(limit: 4), at: 0))
    #expect(
      refusal(of: "     ", limits: limits) { reader throws(JSONError) in try reader.end() }?.kind == .tooLong(limit: 4))
  }

  @Test("a million brackets neither pass the limit nor exhaust the stack")
  func million() {
    let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(refusal(of: brackets) == JSONError(.tooDeep(limit: 128), at: 128))
    let closed = brackets + [UInt8](repeating: UInt8(ascii: "]"), count: 1_000_000)
    let boundless = JSONLimits(depth: .max, length: .max)
    #expect(refusal(of: closed, limits: boundless) == nil)
    #expect(throws: JSONError(.tooDeep(limit: 1_024), at: 1_024)) { try JSONValue.parse(closed, limits: boundless) }
  }

  @Test("a million nested objects are skipped, and their keys told apart")
  func millionObjects() {
    let deep = String(repeating: "{\"a\":0,\"b\":", count: 200_000) + "{}" + String(repeating: "}", count: 200_000)
    #expect(refusal(of: deep, limits: JSONLimits(depth: .max, length: .max)) == nil)
    #expect(
      refusal(of: deep.dropLast() + ",\"a\":1}", limits: JSONLimits(depth: .max, length: .max))?.kind == .duplicateKey)
  }

  @Test("an object of 100,000 keys is read in a moment, twins found at its end")
  func manyKeys() {
    let members = (0..<100_000).map { "\"key \($0)\":\($0)" }.joined(separator: ",")
    let clock = ContinuousClock()
    let taken = clock.measure {
      #expect(refusal(of: "{\(members)}") == nil)
      #expect(refusal(of: "{\(members),\"key 7\":0}")?.kind == .duplicateKey)
      #expect((try? parsed("{\(members)}"))?["key 99999"] == 99_999)
    }
    #expect(taken < .seconds(10), "quadratic would take minutes in a debug build")
  }
}
