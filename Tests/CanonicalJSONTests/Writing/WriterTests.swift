import CanonicalJSON
import Testing

@Suite("The writer spells canonically and sets the commas itself")
struct WriterTests {
  @Test("values inside one another are separated where they must be")
  func commas() throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("a")
    writer.beginArray()
    writer.integer(1)
    writer.bool(false)
    writer.null()
    writer.beginObject()
    writer.endObject()
    writer.beginArray()
    writer.endArray()
    writer.endArray()
    writer.key("b\n" as String)
    writer.string("x")
    writer.key("c")
    writer.raw(Array("[1]".utf8))
    writer.endObject()
    #expect(text(writer.bytes) == #"{"a":[1,false,null,{},[]],"b\n":"x","c":[1]}"#)
    writer.clear(keepingCapacity: true)
    writer.integer(7)
    #expect(text(writer.take()) == "7")
    #expect(writer.bytes.isEmpty)
  }

  @Test("only what must be escaped is escaped")
  func escapes() throws {
    let every = String(String.UnicodeScalarView((0...0x7F).compactMap(Unicode.Scalar.init))) + "é\u{2028}😀"
    var writer = JSONWriter()
    writer.string(every)
    let controls =
      #"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
      + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"#
    #expect(text(writer.bytes).hasPrefix("\"" + controls + ##" !\"#$"##))
    #expect(text(writer.bytes).hasSuffix("[\\\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\u{7F}é\u{2028}😀\""))
    #expect(try read(text(writer.bytes)) { reader throws(JSONError) in try reader.readString() } == every)
  }

  @Test("integers of every width are their digits")
  func integers() {
    var writer = JSONWriter()
    writer.beginArray()
    writer.integer(Int64.min)
    writer.integer(Int64.max)
    writer.integer(UInt64.max)
    writer.integer(Int8(-128))
    writer.integer(UInt8(10))
    writer.integer(Int128.min)
    writer.endArray()
    #expect(
      text(writer.bytes)
        == "[-9223372036854775808,9223372036854775807,18446744073709551615,-128,10,"
        + "-170141183460469231731687303715884105728]")
  }

  @Test(
    "doubles are laid out as ECMAScript does",
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (1e21, "1e+21"), (1e20, "100000000000000000000"),
      (1.2345678901234568e20, "123456789012345680000"), (1e-6, "0.000001"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"),
      (Double.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
      (0.1 + 0.2, "0.30000000000000004"),
      (9_007_199_254_740_992, "9007199254740992"), (333333333.33333329, "333333333.3333333"), (4.5, "4.5"),
      (2e-3, "0.002"),
    ] as [(Double, String)])
  func doubles(value: Double, spelled: String) {
    var writer = JSONWriter()
    writer.double(value)
    #expect(text(writer.bytes) == spelled)
  }

  @Test(
    "a float has a float's shortest digits",
    arguments: [(Float(0.1), "0.1"), (16_777_216, "16777216"), (1e10, "10000000000")])
  func floats(value: Float, spelled: String) {
    var writer = JSONWriter()
    writer.float(value)
    #expect(text(writer.bytes) == spelled)
  }
}
