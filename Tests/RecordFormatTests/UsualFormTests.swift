import CanonicalJSON
import RecordFormat
import Testing

@Suite("The usual form and any other")
struct UsualFormTests {
  @Test("times of all centuries read alike in the usual form and in another")
  func times() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(seed: seed)
    let last = Timestamp(rfc3339: "9999-12-31T23:59:59.999999Z")?.microseconds ?? 0
    let first = Timestamp(rfc3339: "0000-01-01T00:00:00.000000Z")?.microseconds ?? 0
    var moments = (0..<2000).map { _ in Int64.random(in: first...last, using: &random) }
    moments += [first, last, 0, -1, 951_782_399_999_999, 951_782_400_000_000, 4_107_542_399_999_999]
    for moment in moments {
      var draft = Samples.plain
      draft.at = Timestamp(microseconds: moment)
      let line = Samples.line(draft)
      try line.asRecord { #expect($0.at == draft.at, "seed \(seed)") }
      try ([0x20] + line).asRecord { #expect($0.at == draft.at, "seed \(seed)") }
    }
  }

  @Test(
    "days that no calendar has are no times, in either form",
    arguments: [
      "2026-02-29", "2100-02-29", "2026-04-31", "2026-00-10", "2026-13-01", "2026-01-00", "2026-01-32", "2026-0:-01",
    ])
  func noTimes(day: String) {
    var body: [UInt8] = []
    Samples.plain.encodeBody(into: &body)
    let line = Samples.line(body: String(decoding: body, as: UTF8.self).replacing("2026-01-02", with: day))
    #expect(line.recordError != nil && ([0x20] + line).recordError != nil)
  }

  @Test("leap days are times")
  func leapDays() {
    for day in ["2024-02-29", "2000-02-29", "2400-02-29"] {
      var body: [UInt8] = []
      Samples.plain.encodeBody(into: &body)
      let line = Samples.line(body: String(decoding: body, as: UTF8.self).replacing("2026-01-02", with: day))
      #expect(line.recordError == nil && ([0x20] + line).recordError == nil)
    }
  }

  @Test(
    "payloads are taken or refused alike",
    arguments: [
      (#"{}"#, true), (#"{"a":1}"#, true), (#"{"a":-0,"b":true,"c":false,"d":null,"e":"x"}"#, true),
      (#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8}"#, true),
      (#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9}"#, true),
      (#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"a":9}"#, false),
      (#"{"a":1,"b":2,"a":3}"#, false), (#"{"a":1,"\u0061":3}"#, false), (#"{"":1,"":2}"#, false), (#"{"":1}"#, true),
      (#"{"a":01}"#, false), (#"{"a":-}"#, false), (#"{"a":1.5e3}"#, true), (#"{"a":1.}"#, false), (#"{"a":}"#, false),
      (#"{"a":12345678901234567890123}"#, true), (#"{"a":tru}"#, false), (#"{"a":nulll}"#, false),
      (#"{"a":1,}"#, false),
      (#"{"a" :1}"#, true), (#"{"a":{"b":[]}}"#, true), (#"{"a":{"b":[}}"#, false), (#"{"ä":"ö"}"#, true),
      (#"{a:1}"#, false), (#"{"a":"\x"}"#, false), (#"{"a":1}}"#, false), (#"{"a":"b"c"}"#, false), (#"{,}"#, false),
      (#"{"abcdefgh":1,"abcdefgi":2}"#, true), (#"{"a":1 }"#, true),
    ])
  func payloads(payload: String, isTaken: Bool) throws {
    var draft = Samples.plain
    draft.action = Array(payload.utf8)[...]
    let line = Samples.line(draft)
    #expect((line.recordError == nil) == isTaken)
    #expect((([0x20] + line).recordError == nil) == isTaken)
    if isTaken { try line.asRecord { #expect($0.actionBytes.elementsEqual(payload.utf8)) } }
  }
}
