import RecordFormat
import Testing

@Suite("Writing records")
struct RecordDraftTests {
  @Test("every member stands in the format's order, escaped, the action verbatim")
  func full() {
    var body: [UInt8] = []
    Samples.full.encodeBody(into: &body)
    #expect(
      String(decoding: body, as: UTF8.self) == """
        {"seq":250001,"batch":249998,"at":"2026-01-02T03:04:05.000006Z","type":"feed.queryChanged","v":2,\
        "action":{"query":{"text":"a\\u00e9\\"\\\\ü","n":1.50e2},"z":[]},\
        "by":{"uid":1000,"gid":1000,"pid":4711,"client":"a \\"label\\"\\n"},\
        "id":"key\u{2028}\\t🙂","trace":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","cause":41,\
        "effect":"41.0","outcome":"ignored","why":{"code":"stale","text":"page of request 42"},\
        "effects":[{"id":"250001.0","type":"feed.fetchPage","effect":{"requestID":42},"key":"feed.load","policy":"queue"},\
        {"id":"250001.1","type":"log.cancel","effect":{"key":"a"},"policy":"parallel:3","dropped":true}],\
        "state":"00abcdef01234567"
        """)
  }

  @Test("absent members are left out, and what was in the buffer stays")
  func plain() {
    var body = Array("before".utf8)
    Samples.plain.encodeBody(into: &body)
    #expect(
      String(decoding: body, as: UTF8.self) == """
        before{"seq":1,"batch":1,"at":"2026-01-02T03:04:05.000006Z","type":"log.opened","action":{},\
        "by":{"system":"actionlogd"},"state":"0000000000000000"
        """)
  }

  @Test(
    "each origin has its own members",
    arguments: [
      (RecordOrigin.client(uid: 0, gid: 4_294_967_295, pid: 1, label: nil), #"{"uid":0,"gid":4294967295,"pid":1}"#),
      (.effect("41.0", uid: nil), #"{"effect":"41.0"}"#), (.effect("41.0", uid: 7), #"{"effect":"41.0","uid":7}"#),
      (.timer("41.1"), #"{"timer":"41.1"}"#), (.system("actionlogd"), #"{"system":"actionlogd"}"#),
    ])
  func origins(origin: RecordOrigin, json: String) throws {
    var draft = Samples.plain
    draft.by = origin
    let line = Samples.line(draft)
    #expect(String(decoding: line, as: UTF8.self).contains(#","by":\#(json),"#))
    try line.asRecord { record throws in #expect(try record.by == origin) }
  }

  @Test("the text of a reason is cut to 1 KiB between two characters")
  func cut() throws {
    let text = String(repeating: "x", count: 1022) + "👩‍👩‍👧 and more"
    var draft = Samples.plain
    draft.outcome = .illegal
    draft.why = ("code", text)
    try Samples.line(draft).asRecord { record throws in
      #expect(try record.why?.text == String(repeating: "x", count: 1022))
    }
    #expect(RecordWhy.cut("äää", to: 5) == "ää")
    #expect(RecordWhy.cut("äää", to: 6) == "äää")
    #expect(RecordWhy.cut("", to: 0) == "")
  }
}
