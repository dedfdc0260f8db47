import CanonicalJSON
import TestSupport
import Testing

func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
  try CanonicalDecoder().decode(type, from: [UInt8](text.utf8))
}

func decodeFailure<T: Decodable>(
  _ type: T.Type, _ text: String, unknownMembers: CanonicalDecoder.UnknownMembers = .ignore
) -> DecodeFailure? {
  do throws(DecodeFailure) {
    _ = try CanonicalDecoder(unknownMembers: unknownMembers).decode(type, from: [UInt8](text.utf8))
    return nil
  } catch {
    return error
  }
}

@Suite("Decoding takes what the type declares, exactly")
struct DecodingTests {
  @Test("members come in any order, through any spelling")
  func order() throws {
    #expect(try decode(Point.self, #" { "\u0079" : 2 , "z":[{}], "x":1 } "#) == Point(x: 1, y: 2))
    #expect(try decode(Shape.self, #"{"point":{"_0":{"y":0,"x":-1}}}"#) == .point(Point(x: -1, y: 0)))
    #expect(try decode(Shape.self, #"{"polygon":{"_0":[]}}"#) == .polygon([], label: nil))
    #expect(try decode(Shape.self, #"{"polygon":{"label":null,"_0":[]}}"#) == .polygon([], label: nil))
    #expect(try decode([String: Int?].self, #"{"a":null,"b":1}"#) == ["a": nil, "b": 1])
    #expect(try decode([Colour: Int].self, #"{"dark-green":1}"#) == [.darkGreen: 1])
    #expect(try decode([Int: Int].self, #"{"-5":1}"#) == [-5: 1])
    #expect(try decode([Point: Int].self, #"[{"x":1,"y":2},3]"#) == [Point(x: 1, y: 2): 3])
    #expect(try decode(Set<Int>.self, "[1,2,1]") == [1, 2])
    #expect(try decode(Int?.self, "null") == nil)
    #expect(try decode([Bool].self, "[true,false]") == [true, false])
  }

  @Test("members of a large object are found, first and last")
  func large() throws {
    let members = (0..<1_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let decoded = try decode([String: Int].self, "{\(members)}")
    #expect(decoded.count == 1_000)
    #expect(decoded["k999"] == 999)
    #expect(try decode(Point.self, "{\"y\":1,\(members),\"x\":2}") == Point(x: 2, y: 1))
  }

  @Test("a float is the nearest float, not the nearest of the nearest double")
  func float() throws {
    // Halfway between two floats, and above it by less than a double can show.
    #expect(try decode(Float.self, "1.00000005960464477540").bitPattern == Float(1).nextUp.bitPattern)
    #expect(decodeFailure(Float.self, "1e39")?.kind == .mismatch)
  }

  @Test("free-form members keep the spelling of their numbers")
  func freeForm() throws {
    struct Document: Codable {
      var metadata: JSONValue
      var extra: JSONObject
      var size: JSONNumber
    }
    let bytes = #"{"extra":{"a":1E400},"metadata":[1.0,123456789012345678901234567890],"size":-0.00}"#
    for unknown in [CanonicalDecoder.UnknownMembers.ignore, .refuse] {
      let document = try CanonicalDecoder(unknownMembers: unknown).decode(Document.self, from: [UInt8](bytes.utf8))
      #expect(text(try CanonicalEncoder().encode(document)) == bytes)
    }
  }

  @Test("random trees of values survive encoding and decoding")
  func randomTrees() throws {
    indirect enum Tree: Codable, Equatable {
      case leaf(String, Int64, Double?)
      case node([Tree], byName: [String: Tree])
    }
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    func name() -> String {
      let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x7F : 0x1FFFF), using: &random))
      }
      return String(String.UnicodeScalarView(scalars))
    }
    func tree(_ depth: Int) -> Tree {
      if depth == 0 || Int.random(in: 0..<4, using: &random) == 0 {
        let double = Double(bitPattern: random.next())
        return .leaf(name(), Int64(bitPattern: random.next()), double.isFinite ? double : nil)
      }
      let count = Int.random(in: 0...4, using: &random)
      let named = (0..<count).map { (name() + "\($0)", tree(depth - 1)) }
      return .node((0..<count).map { _ in tree(depth - 1) }, byName: Dictionary(named) { one, _ in one })
    }
    for _ in 0..<60 {
      let value = tree(4)
      let bytes = try CanonicalEncoder().encode(value)
      #expect(try CanonicalDecoder(unknownMembers: .refuse).decode(Tree.self, from: bytes) == value, "seed \(seed)")
      #expect(try CanonicalForm.canonicalize(bytes) == bytes, "seed \(seed)")
      #expect(try JSONValue.parse(bytes).canonicalBytes == bytes, "seed \(seed)")
    }
  }
}
