import CanonicalJSON
import Testing

@testable import CommandLine

@Suite("Times as people type them")
struct TimeArgumentTests {
  private static func at(_ text: String) -> Timestamp? { Timestamp(rfc3339: text) }

  private func times(offsetSeconds: Int? = nil) throws -> TimeArgument {
    let now = try #require(Self.at("2026-11-30T08:10:00Z"))
    return TimeArgument(now: now, zone: offsetSeconds.map { seconds in TimeZoneRule { _ in seconds } } ?? .utc)
  }

  @Test(
    "times, dates and spans in UTC",
    arguments: [
      ("2026-01-02T03:04:05.000006Z", "2026-01-02T03:04:05.000006Z"),
      ("2026-01-02T03:04:05+02:00", "2026-01-02T01:04:05Z"), ("2026-01-02T03:04:05", "2026-01-02T03:04:05Z"),
      ("2026-01-02 03:04:05", "2026-01-02T03:04:05Z"), ("2026-01-02T03:04", "2026-01-02T03:04:00Z"),
      ("2026-01-02", "2026-01-02T00:00:00Z"), ("now", "2026-11-30T08:10:00Z"), ("today", "2026-11-30T00:00:00Z"),
      ("yesterday", "2026-11-29T00:00:00Z"), ("90s", "2026-11-30T08:08:30Z"), ("10m", "2026-11-30T08:00:00Z"),
      ("2h", "2026-11-30T06:10:00Z"), ("3d", "2026-11-27T08:10:00Z"), ("1w", "2026-11-23T08:10:00Z"),
    ])
  func parsing(text: String, expected: String) throws {
    #expect(try times().parse(text) == Self.at(expected))
  }

  @Test(
    "what is no time is refused",
    arguments: ["", "m", "-5m", "5y", "2026-13-01", "2026-02-30", "25:00", "9223372036854775807w", "soon", "2026"])
  func refusing(text: String) throws {
    #expect(try times().parse(text) == nil)
  }

  @Test("with a zone, times that name none are read in it, and days begin in it")
  func localZone() throws {
    let times = try times(offsetSeconds: 5 * 3_600 + 1_800)
    #expect(times.parse("2026-01-02T03:04:05") == Self.at("2026-01-01T21:34:05Z"))
    #expect(times.parse("2026-01-02T03:04:05Z") == Self.at("2026-01-02T03:04:05Z"))
    #expect(times.parse("today") == Self.at("2026-11-29T18:30:00Z"))
  }

  @Test("times are shown with their offset, whole west of UTC too")
  func showing() throws {
    let time = try #require(Self.at("2026-01-02T03:04:05.000006Z"))
    #expect(TimeZoneRule.utc.text(time) == "2026-01-02T03:04:05.000006Z")
    #expect(TimeZoneRule { _ in 19_800 }.text(time) == "2026-01-02T08:34:05.000006+05:30")
    #expect(TimeZoneRule { _ in -12_600 }.text(time) == "2026-01-01T23:34:05.000006-03:30")
  }

  @Test("beside a change of the clocks the offset after the change is taken for a time after it")
  func changeOfClocks() throws {
    let change = try #require(Self.at("2026-03-29T01:00:00Z"))
    let zone = TimeZoneRule { $0 < change ? 3_600 : 7_200 }
    let wall = try #require(Self.at("2026-03-29T03:30:00Z"))
    #expect(zone.moment(ofWallClock: wall) == Self.at("2026-03-29T01:30:00Z"))
    let before = try #require(Self.at("2026-03-29T01:59:00Z"))
    #expect(zone.moment(ofWallClock: before) == Self.at("2026-03-29T00:59:00Z"))
  }

  @Test("a place in the journal is a seq when it is digits alone")
  func points() throws {
    #expect(JournalPoint("42", times: try times()) == .seq(42))
    #expect(JournalPoint("2026-01-02", times: try times()) == Self.at("2026-01-02T00:00:00Z").map { .time($0) })
    #expect(JournalPoint("nope", times: try times()) == nil)
  }
}
