import CanonicalJSON
import TestSupport
import Testing

@Suite("Objects and arrays are pulled member by member")
struct ContainerReadingTests {
  @Test("a record is read key by key, in any order, unknown ones skipped")
  func pulls() throws {
    let line = #" { "b" : [1, 2,3] , "skip":{"x":[{}],"y":"]"}, "\u0061":"x" , "n":null,"t":true} "#
    var numbers: [Int] = []
    var name = ""
    var flag = false
    try read(line) { reader throws(JSONError) in
      try reader.beginObject()
      while let key = try reader.nextKey() {
        switch key {
        case "a": name = try reader.readString()
        case "b":
          try reader.beginArray()
          while try reader.nextElement() { numbers.append(try reader.readInt()) }
        case "n": try reader.readNull()
        case "t": flag = try reader.readBool()
        default: _ = try reader.skipValue()
        }
      }
    }
    #expect(numbers == [1, 2, 3])
    #expect(name == "x")
    #expect(flag)
  }

  @Test("a skipped value gives the range of its bytes")
  func skipRange() throws {
    let range = try read(" [1 , {\"a\":2}] ") { reader throws(JSONError) in try reader.skipValue() }
    #expect(range == 1..<14)
  }

  @Test(
    "misplaced punctuation is refused where it stands",
    arguments: [
      ("{\"a\":1,}", 7), ("{,}", 1), ("{\"a\" 1}", 5), ("[1 2]", 3), ("[,1]", 1), ("[1,]", 3), ("[1}", 2),
      ("{\"a\":1]", 6),
      ("{1:2}", 1), ("]", 0),
    ])
  func punctuation(spelled: String, offset: Int) {
    let bytes = [UInt8](spelled.utf8)
    #expect(refusal(of: spelled) == JSONError(.unexpectedByte(bytes[offset]), at: offset))
  }

  @Test(
    "an end in the middle is told as such", arguments: ["{", "[", "{\"a\"", "{\"a\":", "[1", "[1,", "tru", "", " "])
  func ends(spelled: String) {
    #expect(refusal(of: spelled) == JSONError(.unexpectedEnd, at: spelled.utf8.count))
  }

  @Test("nothing may follow the value, and nothing may come before it")
  func around() {
    #expect(refusal(of: "1 2") == JSONError(.trailingBytes, at: 2))
    #expect(refusal(of: "{}\n\t\r x") == JSONError(.trailingBytes, at: 6))
    #expect(refusal(of: "\u{FEFF}{}") == JSONError(.byteOrderMark, at: 0))
    #expect(refusal(of: "\u{C}1") == JSONError(.unexpectedByte(0x0C), at: 0))
  }

  @Test(
    "a key that comes twice is refused at its second place, however it is spelled",
    arguments: [
      (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#"{"\u0061":1,"a":2}"#, 12),
      (#"{"x":{"a":1},"a":1,"b":[{"a":1}],"x":1}"#, 33), (#"{"":0,"":0}"#, 6),
      (#"{"a long key, longer than eight":1,"a long key, longer than eight":2}"#, 35),
    ])
  func duplicates(spelled: String, offset: Int) {
    #expect(refusal(of: spelled) == JSONError(.duplicateKey, at: offset))
  }

  @Test("keys that only look alike are two keys")
  func lookAlikes() throws {
    #expect(refusal(of: "{\"\u{E9}\":1,\"e\u{301}\":2}") == nil)
    #expect(refusal(of: #"{"a":{"a":{"a":1}}}"#) == nil)
    #expect(refusal(of: #"[{"a":1},{"a":1}]"#) == nil)
  }

  @Test("the key tracker agrees with a set, for objects of any size inside one another")
  func trackerAgainstSet() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      var hasTwin = false
      func object(_ depth: Int) -> String {
        var seen: Set<String> = []
        let count = Int.random(in: 0...(depth == 0 ? 60 : 25), using: &random)
        let members = (0..<count).map { _ in
          let name = "k\(Int.random(in: 0...4_000, using: &random))"
          if !seen.insert(name).inserted { hasTwin = true }
          let isNested = depth < 3 && Int.random(in: 0..<12, using: &random) == 0
          let spelled = Bool.random(using: &random) ? name : "\\u006b" + name.dropFirst()
          return "\"\(spelled)\":\(isNested ? object(depth + 1) : "0")"
        }
        return "{\(members.joined(separator: ","))}"
      }
      let spelled = object(0)
      let error = refusal(of: spelled, limits: .unlimited)
      #expect((error?.kind == .duplicateKey) == hasTwin, "seed \(seed)")
      #expect(error == nil || hasTwin, "seed \(seed)")
    }
  }
}
