import CanonicalJSON
import Foundation
import TestSupport
import Testing
import TextBuffer

/// Real editing sessions over the real socket. An ordinary run takes the first transactions of each session; a
/// campaign (`$ACTIONLOG_CAMPAIGN_SECONDS`) takes them whole, again and again.
@Suite("Recorded editing sessions", .serialized, .needsSharedData(Trace.collection))
struct SessionTests {
  private static let campaignSeconds =
    ProcessInfo.processInfo.environment["ACTIONLOG_CAMPAIGN_SECONDS"].flatMap(Double.init)

  @Test(
    "a session reduced in the process ends with the text that was recorded",
    arguments: campaignSeconds == nil ? ["sveltecomponent"] : Trace.names)
  func reduced(name: String) throws {
    let trace = try Trace(name)
    var text = ChunkedText()
    for transaction in trace.payloads.indices {
      for patch in try trace.patches(of: transaction) {
        text.replace(patch.position..<patch.position + patch.deleted, with: patch.inserted)
      }
    }
    let isSame = haveSameBytes(text.string, trace.end)
    #expect(isSame)
    #expect(TextBuffer.violations(in: text).isEmpty)
  }

  @Test(
    "kill -9 at random places, restart, resend: the text is the recorded one, and replay agrees with each record",
    arguments: Trace.names)
  func killed(name: String) throws {
    let trace = try Trace(name)
    let count = Self.campaignSeconds == nil ? 900 : trace.payloads.count
    let end = Date(timeIntervalSinceNow: (Self.campaignSeconds ?? 0) / Double(Trace.names.count))
    repeat {
      let seed = UInt64.random(in: 0 ... .max)
      var random = SplitMix64(seed: seed)
      let session = try Session(trace, count: count, context: "\(name), seed \(seed)")
      try session.write(kills: Self.campaignSeconds == nil ? 4 : 25, &random)
      try session.check(prefixes: Self.campaignSeconds == nil ? 3 : 8, &random)
    } while Date() < end
  }
}
