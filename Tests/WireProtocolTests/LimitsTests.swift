import CanonicalJSON
import Testing

@testable import WireProtocol

@Suite("Limits")
struct LimitsTests {
  @Test("every limit has its own kebab-case name, and a default within its range")
  func names() {
    let names = Limit.allCases.map(\.name)
    #expect(Set(names).count == names.count)
    for limit in Limit.allCases {
      #expect(limit.name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }, "\(limit.name)")
      #expect(limit.range.contains(limit.standard), "\(limit.name)")
      #expect(Limit(name: limit.name) == limit)
      #expect(!limit.summary.isEmpty)
    }
  }

  @Test("the defaults are those of the protocol")
  func defaults() {
    let expected: [(String, Int)] = [
      ("line-bytes", 4 << 20), ("nesting", 128), ("batch-requests", 1_000), ("reply-bytes", 64 << 20),
      ("connections", 10_000), ("connections-per-uid", 0), ("in-flight", 1_024), ("queued-bytes", 8 << 20),
      ("queue-stall-seconds", 60), ("subscriptions", 1_000), ("id-bytes", 256), ("effect-key-bytes", 256),
      ("client-bytes", 64), ("why-bytes", 1_024), ("effects", 256), ("effect-bytes", 64 << 10),
      ("effects-bytes", 4 << 20), ("record-bytes", 9 << 20), ("idempotency-window", 250_000),
      ("live-ring-bytes", 8 << 20), ("segment-bytes", 256 << 20), ("segment-seconds", 86_400),
      ("group-bytes", 4 << 20), ("group-records", 4_096), ("min-seq-wait-seconds", 10),
    ]
    let limits = Limits()
    #expect(expected.count == Limit.allCases.count)
    for (name, value) in expected { #expect(Limit(name: name).map { limits[$0] } == value, "\(name)") }
  }

  @Test("a limit is set by name, with a unit where it has one")
  func setting() throws {
    var limits = Limits()
    try limits.set("line-bytes", to: "64KiB")
    try limits.set("queued-bytes", to: "1MiB")
    try limits.set("queue-stall-seconds", to: "2m")
    try limits.set("connections", to: "40")
    try limits.set("connections-per-uid", to: "none")
    #expect(limits[.lineBytes] == 65_536)
    #expect(limits[.queuedBytes] == 1 << 20)
    #expect(limits[.queueStallSeconds] == 120)
    #expect(limits[.connections] == 40)
    #expect(limits[.connectionsPerUID] == 0)
  }

  @Test("what cannot be set is refused and changes nothing")
  func refusals() {
    var limits = Limits()
    #expect(throws: LimitError.unknownName("line-byte", nearest: "line-bytes")) {
      try limits.set("line-byte", to: "1")
    }
    #expect(throws: LimitError.notANumber(.connections, text: "many")) { try limits.set("connections", to: "many") }
    #expect(throws: LimitError.notANumber(.connections, text: "1KiB")) { try limits.set("connections", to: "1KiB") }
    #expect(throws: LimitError.notANumber(.lineBytes, text: "-1")) { try limits.set("line-bytes", to: "-1") }
    #expect(throws: LimitError.notANumber(.lineBytes, text: "")) { try limits.set("line-bytes", to: "") }
    #expect(throws: LimitError.notANumber(.lineBytes, text: "9223372036854775807KiB")) {
      try limits.set("line-bytes", to: "9223372036854775807KiB")
    }
    #expect(throws: LimitError.outOfRange(.lineBytes, value: "5MiB")) { try limits.set("line-bytes", to: "5MiB") }
    #expect(throws: LimitError.outOfRange(.recordBytes, value: "1MiB")) { try limits.set("record-bytes", to: "1MiB") }
    #expect(throws: LimitError.outOfRange(.nesting, value: "0")) { try limits.set(.nesting, to: 0) }
    #expect(limits == Limits())
    #expect(LimitError.outOfRange(.recordBytes, value: "1").summary == "the limit `record-bytes` is fixed at 9437184")
  }

  @Test("the longest line and the largest effects fit into the longest record")
  func fit() {
    let longest = Limit.lineBytes.range.upperBound + Limit.effectsBytes.range.upperBound
    #expect(longest + (512 << 10) < Limit.recordBytes.standard)
  }

  @Test("status lists every limit by name, in order")
  func listing() {
    var writer = JSONWriter()
    Limits().write(to: &writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text.hasPrefix("{\"batch-requests\":1000,\"client-bytes\":64,\"connections\":10000,"))
    for limit in Limit.allCases { #expect(text.contains("\"\(limit.name)\":\(limit.standard)"), "\(limit.name)") }
  }
}
