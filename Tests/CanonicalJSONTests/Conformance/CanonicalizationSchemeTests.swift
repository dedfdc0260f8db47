import CanonicalJSON
import TestSupport
import Testing

@Suite("RFC 8785: the published vectors, in strict mode", .needsSharedData("jcs"))
struct CanonicalizationSchemeTests {
  @Test("every input becomes its output, byte for byte")
  func vectors() throws {
    let names = try SharedData.names(in: "jcs/testdata/input")
    #expect(names.count == 6)
    for name in names {
      let input = try SharedData.bytes("jcs/testdata/input/\(name)")
      let output = try SharedData.bytes("jcs/testdata/output/\(name)")
      let hex = text(try SharedData.bytes("jcs/testdata/outhex/\(name.dropLast(5)).txt"))
      let expected = hex.split { $0 == " " || $0 == "\n" || $0 == "\r\n" }.compactMap { UInt8($0, radix: 16) }
      let canonical = try CanonicalForm.canonicalize(input, numbers: .ecmaScript)
      #expect(canonical == expected, "\(name)")
      #expect(canonical == output, "\(name)")
      #expect(try CanonicalForm.canonicalize(canonical, numbers: .ecmaScript) == canonical, "\(name)")
    }
  }

  @Test("ten thousand doubles are spelled as ECMAScript does, and read back bit for bit")
  func doubles() throws {
    let lines = try SharedData.bytes("jcs/testdata/es6testfile10k.txt").split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 10_000)
    var writer = JSONWriter()
    for line in lines {
      let parts = line.split(separator: UInt8(ascii: ","))
      let bits = try #require(UInt64(text(Array(parts[0])), radix: 16))
      let spelled = Array(parts[1].drop { $0 == UInt8(ascii: "\r") })
      let value = Double(bitPattern: bits)
      writer.clear()
      writer.double(value)
      if writer.bytes != spelled { Issue.record("\(text(spelled)) came out as \(text(writer.bytes))") }
      let back = try spelled.withJSONReader { reader throws(JSONError) in try reader.readDouble() }
      // Minus zero is spelled without its sign.
      if back.bitPattern != (value == 0 ? 0 : bits) { Issue.record("\(text(spelled)) came back as another double") }
    }
  }
}
