import CanonicalJSON
import TestSupport
import Testing

@Suite("Times are RFC 3339 in UTC, to the microsecond")
struct TimestampTests {
  @Test(
    "a moment and its spelling",
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
      (1_767_323_045_000_006, "2026-01-02T03:04:05.000006Z"), (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
      (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
      (-62_167_219_200_000_000, "0000-01-01T00:00:00.000000Z"),
    ] as [(Int64, String)])
  func spelling(microseconds: Int64, spelled: String) {
    #expect(Timestamp(microseconds: microseconds).rfc3339 == spelled)
    #expect(Timestamp(rfc3339: spelled)?.microseconds == microseconds)
  }

  @Test("milliseconds are added and counted; beyond what there is it stays at the end")
  func arithmetic() {
    let noon = Timestamp(microseconds: 1_500_999)
    #expect(noon.adding(milliseconds: 2) == Timestamp(microseconds: 1_502_999))
    #expect(noon.adding(milliseconds: -2) == Timestamp(microseconds: 1_498_999))
    #expect(noon.adding(milliseconds: .max) == Timestamp(microseconds: .max))
    #expect(noon.adding(milliseconds: .min) == Timestamp(microseconds: .min))
    #expect(Timestamp(microseconds: .max).adding(milliseconds: 1) == Timestamp(microseconds: .max))
    #expect(noon.adding(milliseconds: 7).milliseconds(since: noon) == 7)
    #expect(noon.milliseconds(since: noon.adding(milliseconds: 7)) == -7)
    #expect(Timestamp(microseconds: 1999).milliseconds(since: Timestamp(microseconds: 0)) == 1)
    #expect(Timestamp(microseconds: .max).milliseconds(since: Timestamp(microseconds: .min)) == Int64.max / 1000)
    #expect(Timestamp(microseconds: .min).milliseconds(since: Timestamp(microseconds: .max)) == Int64.min / 1000)
  }

  @Test(
    "other spellings of a moment",
    arguments: [
      ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000000Z"),
      ("2026-01-02t05:04:05.5+02:00", "2026-01-02T03:04:05.500000Z"),
      ("2017-12-12T10:40:59.0370009Z", "2017-12-12T10:40:59.037000Z"),
      ("2026-01-01T00:00:00-00:30", "2026-01-01T00:30:00.000000Z"),
    ])
  func otherSpellings(spelled: String, meant: String) {
    #expect(Timestamp(rfc3339: spelled)?.rfc3339 == meant)
  }

  @Test(
    "what is no moment is refused",
    arguments: [
      "", "2026", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-01-01T24:00:00Z",
      "2026-01-01T00:60:00Z", "2026-12-31T23:59:60Z", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z",
      "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00Zx", "2026-01-01T00:00:00+0200", "2026-00-10T00:00:00Z",
      "2026-01-00T00:00:00Z",
    ])
  func refused(spelled: String) {
    #expect(Timestamp(rfc3339: spelled) == nil)
  }

  @Test("any moment of the calendar reads back, and later ones compare greater")
  func roundTrip() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<5_000 {
      let moment = Timestamp(
        microseconds: .random(in: -62_167_219_200_000_000...253_402_300_799_999_999, using: &random))
      #expect(Timestamp(rfc3339: moment.rfc3339) == moment, "seed \(seed)")
      #expect(moment.rfc3339 < Timestamp(microseconds: moment.microseconds + 1).rfc3339, "seed \(seed)")
    }
    #expect(Timestamp(microseconds: .max).rfc3339 == "294247-01-10T04:00:54.775807Z")
    #expect(Timestamp(microseconds: .min).rfc3339 == "-290308-12-21T19:59:05.224192Z")
  }
}
