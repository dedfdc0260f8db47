import CanonicalJSON
import RecordFormat
import TestSupport
import Testing

@Suite("Reading records")
struct RecordLineTests {
  @Test("what was written is read back, every member")
  func full() throws {
    let draft = Samples.full
    let line = Samples.line(draft)
    try line.asRecord { record throws in
      #expect(record.seq == draft.seq && record.batch == draft.batch && record.at == draft.at && record.v == 2)
      #expect(record.type == draft.type && record.typeText == "feed.queryChanged" && !record.isDaemons)
      #expect(record.actionBytes.elementsEqual(draft.action) && line[record.action].elementsEqual(draft.action))
      #expect(try record.by == draft.by)
      #expect(record.id == draft.id && record.trace == draft.trace && record.cause == 41 && record.effect == "41.0")
      #expect(record.outcome == .ignored)
      #expect(try record.why == RecordWhy(code: "stale", text: "page of request 42"))
      #expect(try record.effects == draft.effects)
      #expect(record.state == draft.state)
      #expect(record.hash == HashChain.hash(previous: RecordHash(), body: record.body))
    }
  }

  @Test("absent members read as absent, v as 1")
  func plain() throws {
    try Samples.line(Samples.plain).asRecord { record throws in
      #expect(record.v == 1 && record.id == nil && record.trace == nil && record.cause == nil && record.effect == nil)
      #expect(record.outcome == nil && !record.hasEffects && record.isDaemons)
      #expect(try record.why == nil && record.effects.isEmpty)
      #expect(record.actionBytes.elementsEqual("{}".utf8))
    }
  }

  @Test("any order, white space, escapes and unknown members make the same record")
  func anyForm() throws {
    let usual = Samples.line(Samples.plain)
    let other = Samples.line(
      body: """
        { "state" : "0000000000000000","later":[{"a":null}],"by":{"system":"actionlogd"},"v":1,\
        "\\u0074ype":"log\\u002eopened","action":{}, "at":"2026-01-02T03:04:05.000006Z","batch":1,"seq":1
        """)
    try usual.asRecord { one throws in
      try other.asRecord { two throws in
        #expect(one.seq == two.seq && one.batch == two.batch && one.at == two.at && one.state == two.state)
        #expect(two.type == "log.opened" && two.typeText == "log.opened" && two.isDaemons)
        #expect(try two.by == .system("actionlogd"))
      }
    }
  }

  @Test("strings with escapes or beyond ASCII are taken where they usually stand")
  func strings() throws {
    for id in ["plain", "é", "\"", "\\", "\u{1}", "a\u{7f}", "1234567", "12345678", "1234567\"", "", "漢字漢字漢字"] {
      var draft = Samples.plain
      draft.id = id
      try Samples.line(draft).asRecord { record throws in
        #expect(record.id.map { Array($0.utf8) } == Array(id.utf8))
        #expect(record.idText?.withBytes { Array($0) } == Array(id.utf8))
      }
    }
  }

  @Test(
    "a member of the wrong kind or a missing one is refused and named",
    arguments: [
      (#""seq":1"#, #""seq":"1""#, "seq"), (#""seq":1"#, #""seq":1.0"#, "seq"), (#""seq":1"#, #""seq":-1"#, "seq"),
      (#""seq":1"#, #""seq":18446744073709551616"#, "seq"), (#""batch":1"#, #""batch":null"#, "batch"),
      ("05.000006Z", "05.00006Z", "at"), ("05.000006Z", "05.000006z", "at"), ("-01-02T", "-13-02T", "at"),
      (#""type":"log.opened""#, #""type":7"#, "type"), (#""action":{}"#, #""action":[]"#, "action"),
      (#""by":{"system":"actionlogd"}"#, #""by":"me""#, "by"), ("0000000000000000", "000000000000000G", "state"),
      ("0000000000000000", "00000000000000", "state"), (#""action":{},"#, "", "action"), (#""seq":1,"#, "", "seq"),
      (#""by":"#, #""v":0,"by":"#, "v"), (#""by":"#, #""outcome":"odd","by":"#, "outcome"),
      (#""by":"#, #""effects":{},"by":"#, "effects"), (#""by":"#, #""why":"x","by":"#, "why"),
    ])
  func wrongMembers(replace: String, with: String, key: String) {
    var body: [UInt8] = []
    Samples.plain.encodeBody(into: &body)
    let text = String(decoding: body, as: UTF8.self)
    let changed = text.replacing(replace, with: with, maxReplacements: 1)
    #expect(changed != text)
    switch Samples.line(body: changed).recordError {
    case .missing(let name), .wrong(let name, _, _): #expect(name == key)
    case let other: Issue.record("\(String(describing: other)) for \(changed)")
    }
  }

  @Test("leading zeros are no numbers, duplicates and raw controls are refused")
  func notJSON() {
    var body: [UInt8] = []
    Samples.plain.encodeBody(into: &body)
    let text = String(decoding: body, as: UTF8.self)
    for (old, new) in [
      (#""seq":1"#, #""seq":01"#), (#""seq":1"#, #""seq":1,"seq":1"#), ("log.", "log\u{1}."), ("{}", #"{"a":1,"a":1}"#),
      ("{}", "{]"), (#""type""#, #" "type" "type""#),
    ] {
      guard case .json = Samples.line(body: text.replacing(old, with: new, maxReplacements: 1)).recordError else {
        Issue.record("\(new) was taken")
        continue
      }
    }
    #expect([UInt8]().recordError == .noSuffix)
    #expect(Array("{}".utf8).recordError == .noSuffix)
    let long = [UInt8](repeating: 0x20, count: RecordLine.longest + 1)
    #expect(long.recordError == .tooLong(limit: 9 << 20))
  }

  @Test("whatever byte is changed: the usual order and another one are taken or refused alike")
  func mutations() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    let usual = Samples.line(Samples.full)
    for _ in 0..<3000 {
      var line = usual
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let at = Int.random(in: 0..<line.count - HashChain.suffixLength, using: &random)
        line[at] = UInt8.random(in: 0...255, using: &random)
      }
      // A blank in front keeps a line from the usual form without changing what it says.
      let other = [0x20] + line
      let agree =
        switch (line.recordError, other.recordError) {
        case (nil, nil): same(line, other)
        case (.some, .some): true
        default: false
        }
      #expect(agree, "seed \(seed): \(String(decoding: line, as: UTF8.self))")
    }
  }

  private func same(_ line: [UInt8], _ other: [UInt8]) -> Bool {
    let answer = try? line.asRecord { one throws in
      try other.asRecord { two throws in
        one.seq == two.seq && one.batch == two.batch && one.at == two.at && one.v == two.v && one.cause == two.cause
          && one.outcome == two.outcome && one.state == two.state && one.type == two.type && one.id == two.id
          && one.trace == two.trace && one.effect == two.effect
          && one.actionBytes.elementsEqual(two.actionBytes)
          && one.bytes(at: one.byRange).elementsEqual(two.bytes(at: two.byRange))
          && one.whyRange?.count == two.whyRange?.count && one.effectsRange?.count == two.effectsRange?.count
      }
    }
    return answer ?? false
  }
}
