import ActionLog
import Foundation
import RecordFormat
import TestSupport

/// The golden journal of format 1: committed once, read for ever.
///
/// It was written by `write(to:)` in a run with `ACTIONLOG_WRITE_GOLDEN=1`, which writes it where there is none and
/// never over one that is there. A format that differs gets a directory of its own beside it.
enum GoldenJournal {
  static let folder = SharedData.packageRoot.appending(path: "Tests/CommandLineTests/Golden")
  static let directory = folder.appending(path: "format-1").path

  /// What was true of it when it was written.
  static let headSeq = 28
  static let headHash = "91f6ecd767283b250ef7c107fb2aaff4c8ae74449798a93726c1001d9ad988e1"
  static let digest = "c2ceb20d80d8351a"
  static let segments = 6

  private static let client = RecordOrigin.client(uid: 1_000, gid: 1_000, pid: 4_711, label: nil)
  private static let labelled = RecordOrigin.client(uid: 1_001, gid: 100, pid: 4_712, label: "importer \"é\"")

  /// Writes it with the real writer; the same bytes each time.
  static func write(to directory: String) throws {
    try writeFirstVersion(to: directory)
    var script = try GoldenScript<GoldenDomain>(directory, segmentBytes: 2_600)
    try script.own("log.opened", #"{"domainVersion":2,"program":"0.1.0","recovery":{"cleanStop":true}}"#)
    try script.own("log.domainChanged", #"{"differences":1,"from":1,"state":"\#(script.digest.hex16)","to":2}"#)
    try script.commit()
    try writeActions(&script)
    try writeEffects(&script)
    try writeTimers(&script)
    try script.own("log.closed", #"{"why":"asked to"}"#)
    try script.commit()
    script.close()
  }

  private static func writeFirstVersion(to directory: String) throws {
    var script = try GoldenScript<GoldenDomainOne>(directory, segmentBytes: 1 << 20)
    try script.own("log.opened", #"{"domainVersion":1,"program":"0.1.0","recovery":{}}"#)
    try script.commit()
    try script.action("itemPut", #"{"id":"a","item":{"title":"apples","weight":1.5}}"#, by: client, id: "put-a")
    try script.action("itemPut", #"{"id":"b","item":{"weight":-2,"title":"below zero"}}"#, by: labelled)
    try script.commit()
    try script.own("log.closed", #"{"why":"asked to"}"#)
    try script.commit()
    script.close()
  }

  /// Every outcome, spelling and member that a client's record can have.
  private static func writeActions(_ script: inout GoldenScript<GoldenDomain>) throws {
    try script.action(
      "itemPut", v: 2, #"{"id":"é","item":{"tags":["x","\u0000\n\"\\\/","\ud83d\ude00 😀"],"title":"\u00e9 é"}}"#,
      by: labelled, id: "key with \"quotes\" and é", trace: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
    try script.action(
      "noteTaken", #"{"note":{"z":1.50,"a":[1e3,-0,12345678901234567890,0.1,null,true],"\u0061b":"\u007f\u2028"}}"#,
      by: client)
    try script.commit()
    try script.action("itemPut", v: 2, #"{"id":"c","item":{"title":"","weight":-1,"tags":[]}}"#, by: client)
    try script.action("itemRemoved", #"{"id":"nobody \"\u00fc\""}"#, by: client, id: "remove-nobody")
    try script.action("itemRemoved", #"{"id":"a"}"#, by: client)
    try script.commit()
  }

  /// Every policy, what was dropped and superseded, reports and settlements.
  private static func writeEffects(_ script: inout GoldenScript<GoldenDomain>) throws {
    try script.action("fetchAsked", #"{"names":["one","two"],"key":"q","policy":"queue"}"#, by: client)
    try script.action("fetchAsked", #"{"names":["three","four"],"key":"d","policy":"dropNew"}"#, by: client)
    try script.commit()
    try script.action("fetchAsked", #"{"names":["five","six"],"key":"l","policy":"latest"}"#, by: client)
    try script.action("fetchAsked", #"{"names":["7","8","9"],"key":"p","policy":"parallel:2"}"#, by: client)
    try script.action("fetchAsked", #"{"names":["ten"],"key":"f","policy":"forget"}"#, by: client)
    try script.commit()
    try script.action(
      "fetched", #"{"name":"one","found":true}"#, by: .effect("12.0", uid: nil), cause: 12, effect: "12.0")
    try script.commit()
    try script.action(
      "fetched", #"{"name":"two","found":false}"#, by: .effect("12.1", uid: 1_002), cause: 12, effect: "12.1")
    try script.own("log.effectSettled", #"{"why":"nothing to report"}"#, effect: "13.0")
    try script.commit()
  }

  private static func writeTimers(_ script: inout GoldenScript<GoldenDomain>) throws {
    try script.action("reminderSet", #"{"milliseconds":1000}"#, by: client)
    try script.commit()
    try script.action("reminded", "{}", by: .timer("20.0"), cause: 20, effect: "20.0")
    try script.commit()
    try script.action("reminderSet", #"{"milliseconds":315360000000}"#, by: client)
    try script.action("remindersStopped", "{}", by: client)
    try script.own(
      "log.clockSteppedBack", #"{"last":"2026-01-02T03:27:28.000023Z","wall":"2026-01-02T03:04:05.000000Z"}"#)
    try script.commit()
    try script.own("log.closed", #"{"why":"asked to"}"#)
    try script.commit()
    try script.own("log.opened", #"{"domainVersion":2,"program":"0.1.0","recovery":{"cleanStop":true}}"#)
    try script.action("reminderSet", #"{"milliseconds":60000}"#, by: client, id: "last")
    try script.commit()
  }
}
