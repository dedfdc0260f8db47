import Foundation
import TestSupport
import Testing

@testable import WireProtocol

@Suite("The examples of the JSON-RPC 2.0 specification")
struct SpecificationExamplesTests {
  /// An example answers as printed, with one difference: our messages go on after the specification's words ("Method
  /// not found: …") to say what to do, and the error has `data`, which the specification allows.
  @Test("all fifteen answer as printed", .needsSharedData("jsonrpc-2.0-spec"))
  func examples() throws {
    let bytes = try SharedData.bytes("jsonrpc-2.0-spec/vectors.json")
    let cases = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
    #expect(cases.count == 15)
    for example in cases {
      let name = try #require(example["name"] as? String)
      let send = try #require(example["send"] as? String)
      let expected = try #require(example["expect"])
      let answer = ToyMethods.answer(Array(send.utf8))
      if expected as? String == "NO RESPONSE" {
        #expect(answer == nil, "\(name)")
      } else {
        let found = try JSONSerialization.jsonObject(with: Data(try #require(answer, "\(name)").utf8))
        #expect(try fits(found, expected), "\(name): \(answer ?? "nothing")")
      }
    }
  }

  /// Whether `found` is `expected`, but for longer messages and added `data`.
  private func fits(_ found: Any, _ expected: Any) throws -> Bool {
    if let replies = expected as? [[String: Any]], !replies.isEmpty {
      let founds = try #require(found as? [[String: Any]])
      return try founds.count == replies.count && zip(founds, replies).allSatisfy { try fits($0, $1) }
    }
    guard var one = found as? [String: Any], var other = expected as? [String: Any] else { return false }
    if var error = one["error"] as? [String: Any], var wanted = other["error"] as? [String: Any] {
      guard error.removeValue(forKey: "data") is [String: Any],
        let message = error.removeValue(forKey: "message") as? String,
        let start = wanted.removeValue(forKey: "message") as? String
      else { return false }
      guard message.hasPrefix(start), (error as NSDictionary).isEqual(wanted) else { return false }
      one["error"] = nil
      other["error"] = nil
    }
    return (one as NSDictionary).isEqual(other)
  }

  @Test("the daemon's own methods take parameters by name only: the specification leaves the choice to the server")
  func byName() {
    #expect(refusal("get", "[\"/feed\"]")?.name == .invalidParams)
  }
}
