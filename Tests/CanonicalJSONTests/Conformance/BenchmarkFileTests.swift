import CanonicalJSON
import TestSupport
import Testing

@Suite("nativejson-benchmark: conformance and large files", .needsSharedData("nativejson-benchmark"))
struct BenchmarkFileTests {
  private static let folder = "nativejson-benchmark/data"

  @Test("the checker's files are accepted and refused as they should be")
  func checker() throws {
    // The suite itself excludes two of its files: a string may stand at the top, and nesting of 20 is not too deep.
    let names = try SharedData.names(in: "\(Self.folder)/jsonchecker").filter { $0.hasSuffix(".json") }
    #expect(names.count == 36)
    for name in names {
      let error = refusal(of: try SharedData.bytes("\(Self.folder)/jsonchecker/\(name)"))
      #expect(
        (error == nil) == (name.hasPrefix("pass") || name.contains("EXCLUDE")), "\(name): \(error?.summary ?? "")")
    }
  }

  @Test("what is spelled canonically comes back as it was")
  func roundTrip() throws {
    let names = try SharedData.names(in: "\(Self.folder)/roundtrip")
    #expect(names.count == 27)
    for name in names {
      let bytes = try SharedData.bytes("\(Self.folder)/roundtrip/\(name)").filter { $0 != 0x0A && $0 != 0x0D }
      #expect(try JSONValue.parse(bytes).canonicalBytes == bytes, "\(name)")
      #expect(try CanonicalForm.canonicalize(bytes) == bytes, "\(name)")
    }
  }

  @Test(
    "large real files are read, and read back from their canonical form",
    arguments: ["canada", "citm_catalog", "twitter"])
  func large(name: String) throws {
    let bytes = try SharedData.bytes("\(Self.folder)/\(name).json")
    let value = try JSONValue.parse(bytes)
    let canonical = value.canonicalBytes
    #expect(try CanonicalForm.canonicalize(bytes) == canonical)
    #expect(try JSONValue.parse(canonical) == value)
    var minified: [UInt8] = []
    try CanonicalForm.minify(bytes, into: &minified)
    #expect(minified.count == canonical.count || name == "twitter")
    #expect(try CanonicalForm.canonicalize(minified) == canonical)
  }

  @Test("a large file's doubles are the nearest ones")
  func doubles() throws {
    struct Collection: Codable {
      struct Feature: Codable {
        struct Geometry: Codable {
          var coordinates: [[[Double]]]
        }
        var geometry: Geometry
      }
      var features: [Feature]
    }
    let bytes = try SharedData.bytes("\(Self.folder)/canada.json")
    let file = try CanonicalDecoder().decode(Collection.self, from: bytes)
    let typed = file.features.flatMap { $0.geometry.coordinates }.flatMap { $0 }.flatMap { $0 }
    let tree = try JSONValue.parse(bytes)
    var spelled: [String] = []
    for feature in tree["features"]?.array ?? [] {
      for ring in feature["geometry"]?["coordinates"]?.array ?? [] {
        for point in ring.array ?? [] { spelled += (point.array ?? []).compactMap { $0.number?.spelling } }
      }
    }
    #expect(typed.count == 111_126)
    #expect(typed == spelled.map { Double($0) ?? .nan })
  }
}
