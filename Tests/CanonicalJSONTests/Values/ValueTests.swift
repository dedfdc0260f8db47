import CanonicalJSON
import Foundation
import Testing

@Suite("Any value, with its numbers as they were spelled")
struct ValueTests {
  @Test("equality is that of canonical bytes")
  func equality() throws {
    #expect(try parsed(#"{"a":1,"b":2}"#) == parsed(#"{"b":2,"a":1}"#))
    #expect(try parsed("1.0") != parsed("1"))
    #expect(try parsed("1.0").isEquivalent(to: parsed("1")))
    #expect(try parsed("\"e\u{301}\"") != parsed("\"\u{E9}\""))
    #expect(try parsed("[1]") != parsed("[1,2]"))
    #expect(try parsed("{}") != parsed("[]"))
    #expect(try parsed("{\"a\":1}") != parsed("{\"b\":1}"))
  }

  @Test("members keep their order, and are found among many")
  func members() throws {
    var object = JSONObject()
    for index in 0..<100 { object["k\(99 - index)"] = .number(JSONNumber(index)) }
    #expect(object.names.first == "k99")
    #expect(object["k42"] == 57)
    object["k99"] = nil
    object["k42"] = "new"
    #expect(object.count == 99)
    #expect(object.names.first == "k98")
    #expect(object["k99"] == nil)
    #expect(object["k42"] == "new")
    for index in 0..<98 { object["k\(index)"] = nil }
    #expect(object.names == ["k98"])
  }

  @Test("a number is only what JSON spells")
  func numbers() {
    #expect(JSONNumber(spelling: "-1.50e+03")?.double == -1_500)
    #expect(JSONNumber(spelling: "18446744073709551615")?.uint64 == UInt64.max)
    #expect(JSONNumber(spelling: "18446744073709551615")?.int64 == nil)
    for wrong in ["", "01", "1.", "+1", "0x1", "1 ", " 1", "NaN", "1,2"] { #expect(JSONNumber(spelling: wrong) == nil) }
    #expect(JSONNumber(Double.nan) == nil)
    #expect(JSONNumber(1e21)?.spelling == "1e+21")
  }

  @Test("literals, accessors and description")
  func accessors() {
    let value: JSONValue = ["a": [1, true, nil, "x", 1.5]]
    #expect(value.description == #"{"a":[1,true,null,"x",1.5]}"#)
    #expect(value["a"]?[0]?.int == 1)
    #expect(value["a"]?[1]?.bool == true)
    #expect(value["a"]?[2]?.isNull == true)
    #expect(value["a"]?[3]?.string == "x")
    #expect(value["a"]?[5] == nil)
    #expect(value["b"] == nil)
  }

  @Test("another library's coders take it too")
  func foreignCoders() throws {
    let value = try parsed(#"{"a":[1,-2.5,"x",null,true,18446744073709551615],"o":{}}"#)
    let data = try JSONEncoder().encode(value)
    #expect(try parsed(text([UInt8](data))) == value)
    #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
  }
}
