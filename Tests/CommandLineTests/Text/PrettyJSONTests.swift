import Foundation
import Testing

@testable import CommandLine

@Suite("JSON laid out for people")
struct PrettyJSONTests {
  private func layOut(_ json: String, style: Style = .plain) -> String {
    String(decoding: PrettyJSON.layOut(Array(json.utf8), style: style), as: UTF8.self)
  }

  @Test("one member a line, empty containers closed at once, spelling kept")
  func layout() {
    #expect(
      layOut(#"{"b":[1.50,{"x":"a,:{}\"\\"}],"a":{},"c":[ ],"d":null}"#) == #"""
        {
          "b": [
            1.50,
            {
              "x": "a,:{}\"\\"
            }
          ],
          "a": {},
          "c": [],
          "d": null
        }
        """#)
  }

  @Test("a leaf is itself", arguments: ["1e5", "\"a b\"", "true", "{}", "[]"])
  func leaf(json: String) {
    #expect(layOut(json) == json)
  }

  @Test("keys, strings, numbers and constants have each their colour, and nothing is lost")
  func colours() {
    let coloured = layOut(#"{"k":"v","n":[1,true]}"#, style: Style(isColoured: true))
    #expect(coloured.contains("\u{1b}[34m\"k\"\u{1b}[0m: \u{1b}[32m\"v\"\u{1b}[0m"))
    #expect(coloured.contains("\u{1b}[36m1\u{1b}[0m"))
    #expect(coloured.contains("\u{1b}[35mtrue\u{1b}[0m"))
    #expect(coloured.replacing(/\u{1b}\[[0-9;]*m/, with: "") == layOut(#"{"k":"v","n":[1,true]}"#))
  }

  @Test("laid-out JSON means the same")
  func meaning() throws {
    let json = #"{"a":[[],[{}],[1,[2,[3]]]],"b":{"c":"\u0041\/","d":-0.0}}"#
    let before = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
    let after = try JSONSerialization.jsonObject(with: Data(layOut(json).utf8)) as? NSDictionary
    #expect(before != nil)
    #expect(before == after)
  }
}
