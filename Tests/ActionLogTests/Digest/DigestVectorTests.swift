import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import ActionLog

@Suite("Digests against the script's vectors")
struct DigestVectorTests {
  private struct Vectors: Decodable {
    struct State: Decodable {
      let name: String
      let state: String
      let digest: String
    }
    struct Hash: Decodable {
      let text: String
      let seed: String
      let hash: String
    }
    let states: [State]
    let xxh64: [Hash]
  }

  private static let directory = SharedData.packageRoot.appending(path: "Tests/ActionLogTests/Digest")

  private func vectors() throws -> Vectors {
    try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: Self.directory.appending(path: "vectors.json")))
  }

  @Test("every committed state has the digest that the script gave it")
  func states() throws {
    let vectors = try vectors()
    #expect(vectors.states.count >= 16)
    for vector in vectors.states {
      var writer = JSONWriter()
      try JSONValue.parse(Array(vector.state.utf8)).write(to: &writer)
      let digest = writer.bytes.withUnsafeBufferPointer { CanonicalWalker.digest($0, seed: 0) }
      #expect(StateDigest(value: digest).hex16 == vector.digest, "\(vector.name)")
    }
  }

  @Test("XXH64 gives what the script, and the specification's examples, give")
  func hashes() throws {
    for vector in try vectors().xxh64 {
      let seed = try #require(UInt64(vector.seed))
      #expect(StateDigest(value: XXH64.hash(vector.text, seed: seed)).hex16 == vector.hash, "\(vector.text)")
    }
    #expect(XXH64.hash("" as String, seed: 0) == 0xEF46_DB37_51D8_E999)
    #expect(XXH64.hash("abc" as String, seed: 0) == 0x44BC_2CF5_AD77_0999)
    #expect(XXH64.hash("Nobody inspects the spammish repetition" as String, seed: 0) == 0xFBCE_A83C_8A37_8BF1)
  }

  @Test("hex digits go both ways, and nothing else is taken")
  func hex() {
    for value in [0, 1, 0xFF, UInt64.max, 0x0123_4567_89AB_CDEF] {
      let digest = StateDigest(value: value)
      #expect(StateDigest(hex16: digest.hex16) == digest)
    }
    #expect(StateDigest(value: 1).hex16 == "0000000000000001")
    for text in ["", "1", "000000000000000G", "00000000000000ABC", "0123456789ABCDEF"] {
      #expect(StateDigest(hex16: text) == nil)
    }
  }

  @Test("the script recomputes the digest of random states from their JSON", .enabled(if: python != nil, "no python3"))
  func script() throws {
    let seed: UInt64 = 77
    var random = SplitMix64(seed: seed)
    var root = StateRoot(SampleState())
    var lines = Data()
    var digests: [String] = []
    for _ in 0..<120 {
      StateRandomTests.act(on: &root.state, &random, [])
      _ = root.settle()
      lines.append(contentsOf: root.state.json() + [0x0A])
      digests.append(root.digest.hex16)
    }
    #expect(try run(lines) == digests, "seed \(seed)")
  }

  private func run(_ input: Data) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "digest-\(UUID().uuidString).jsonl")
    try input.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: try #require(Self.python))
    process.arguments = [Self.directory.appending(path: "state_digest.py").path]
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Where python3 is; nil where there is none.
  private static let python: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}
