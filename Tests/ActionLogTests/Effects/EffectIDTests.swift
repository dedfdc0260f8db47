import Testing

@testable import ActionLog

struct EffectIDTests {
  @Test("an id is spelled seq.index and read back")
  func roundTrip() {
    #expect(EffectID(seq: 41, index: 0).text == "41.0")
    #expect(EffectID("41.0") == EffectID(seq: 41, index: 0))
    #expect(EffectID("18446744073709551615.255") == EffectID(seq: .max, index: 255))
  }

  @Test(
    "anything else is no id",
    arguments: [
      "", ".", "41", "41.", ".0", "41.0.1", "041.0", "41.00", "-1.0", "+1.0", "1.-0", " 1.0", "1.0 ", "a.b",
      "18446744073709551616.0", "1.9223372036854775808", "٤.٠",
    ])
  func refused(text: String) {
    #expect(EffectID(text) == nil)
  }

  @Test("ids order by record, then by place, as numbers")
  func order() {
    let ids = ["10.1", "9.2", "10.0", "9.10"].compactMap { EffectID($0) }
    #expect(ids.sorted().map(\.text) == ["9.2", "9.10", "10.0", "10.1"])
  }

  @Test("a policy is spelled and read back")
  func policies() {
    let policies: [EffectPolicy] = [.latest, .queue, .dropNew, .parallel(3), .forget]
    #expect(policies.map(\.journalText) == ["latest", "queue", "dropNew", "parallel:3", "forget"])
    #expect(policies.map(\.journalText).map { EffectPolicy(journalText: $0) } == policies)
  }

  @Test(
    "anything else is no policy",
    arguments: ["", "Latest", "parallel", "parallel:", "parallel:0", "parallel:03", "parallel:-1", "parallel:+1"])
  func refusedPolicy(text: String) {
    #expect(EffectPolicy(journalText: text) == nil)
  }
}
