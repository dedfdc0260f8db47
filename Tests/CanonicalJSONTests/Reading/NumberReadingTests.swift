import CanonicalJSON
import TestSupport
import Testing

@Suite("Numbers are read exactly, or refused")
struct NumberReadingTests {
  @Test(
    "integers are exact over all of Int64",
    arguments: [("0", 0), ("-0", 0), ("9223372036854775807", Int64.max), ("-9223372036854775808", .min), ("-17", -17)])
  func int64(spelled: String, value: Int64) throws {
    #expect(try read(spelled) { reader throws(JSONError) in try reader.readInt64() } == value)
  }

  @Test(
    "integers are exact over all of UInt64", arguments: [("18446744073709551615", UInt64.max), ("0", 0), ("10", 10)])
  func uint64(spelled: String, value: UInt64) throws {
    #expect(try read(spelled) { reader throws(JSONError) in try reader.readUInt64() } == value)
  }

  @Test(
    "what an Int64 cannot hold is refused",
    arguments: [
      ("9223372036854775808", JSONError.Kind.numberOutOfRange, 0),
      ("-9223372036854775809", .numberOutOfRange, 0),
      (" 99999999999999999999999", .numberOutOfRange, 1),
      ("18446744073709551616", .numberOutOfRange, 0),
      ("1.0", .typeMismatch(expected: "an integer"), 0),
      ("1e2", .typeMismatch(expected: "an integer"), 0),
      ("\"1\"", .typeMismatch(expected: "an integer"), 0),
      ("01", .invalidNumber, 1),
      ("-", .unexpectedEnd, 1),
      ("-x", .invalidNumber, 1),
      ("1.", .unexpectedEnd, 2),
      ("1.x", .invalidNumber, 2),
      ("1e+", .unexpectedEnd, 3),
      ("+1", .unexpectedByte(UInt8(ascii: "+")), 0),
      ("NaN", .unexpectedByte(UInt8(ascii: "N")), 0),
    ] as [(String, JSONError.Kind, Int)])
  func int64Refused(spelled: String, kind: JSONError.Kind, offset: Int) {
    let error = refusal(of: spelled) { reader throws(JSONError) in _ = try reader.readInt64() }
    #expect(error == JSONError(kind, at: offset))
  }

  @Test("a negative number is no UInt64")
  func negativeUnsigned() {
    let error = refusal(of: "-1") { reader throws(JSONError) in _ = try reader.readUInt64() }
    #expect(error == JSONError(.numberOutOfRange, at: 0))
  }

  @Test(
    "a double is the nearest one",
    arguments: [
      ("1", 1), ("1.5", 1.5), ("-0.0", -0.0), ("1e22", 1e22), ("1e23", 1e23),
      ("9007199254740993", 9_007_199_254_740_992),
      ("0.1", 0.1), ("123.456e-3", 0.123456), ("2.2250738585072011e-308", Double(bitPattern: 0x000F_FFFF_FFFF_FFFF)),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude), ("4.9e-324", Double.leastNonzeroMagnitude),
      ("1e-400", 0), ("0e999999999999", 0),
      ("9007199254740993.00000000000000000000000000000000001", 9_007_199_254_740_994),
      ("1000000000000000000000000000000e-30", 1),
    ] as [(String, Double)])
  func double(spelled: String, value: Double) throws {
    let got = try read(spelled) { reader throws(JSONError) in try reader.readDouble() }
    #expect(got.bitPattern == value.bitPattern)
  }

  @Test("a number past all doubles is refused", arguments: ["1e309", "-1e309", "1e99999999999999999999"])
  func infinite(spelled: String) {
    let error = refusal(of: spelled) { reader throws(JSONError) in _ = try reader.readDouble() }
    #expect(error == JSONError(.numberOutOfRange, at: 0))
  }

  @Test("a random double survives writing and reading bit for bit")
  func randomRoundTrip() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite, value != 0 else { continue }
      var writer = JSONWriter()
      writer.double(value)
      let got = try text(writer.bytes).withReader { reader throws(JSONError) in try reader.readDouble() }
      #expect(got.bitPattern == value.bitPattern, "\(text(writer.bytes)), seed \(seed)")
    }
  }
}

extension String {
  fileprivate func withReader<R>(_ body: (inout JSONReader) throws(JSONError) -> R) throws -> R { try read(self, body) }
}
