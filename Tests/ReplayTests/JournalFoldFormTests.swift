import ActionLog
import CanonicalJSON
import RecordFormat
import Testing

@testable import Replay

struct JournalFoldFormTests {
  private func script() throws -> JournalScript<TallyOne> {
    var script = JournalScript<TallyOne>()
    try script.dispatch(.added(id: "a", label: "apples", amount: 3), id: "one")
    try script.dispatch(.fetchAsked(what: "x", key: "k", policy: "queue"))
    try script.dispatch(.fetched(what: "x"), effect: "2.0")
    return script
  }

  private func kind(_ lines: [[UInt8]]) throws -> ReplayFailure.Kind? {
    try failure(of: lines, as: TallyOne.self)?.kind
  }

  private func whole(_ lines: [[UInt8]]) throws -> ReplayFailure? { try failure(of: lines, as: TallyOne.self) }

  @Test("a record that does not follow the one before is refused")
  func seq() throws {
    let script = try script()
    #expect(try kind([script.lines[0], script.lines[2]]) == .wrongSeq(expected: 2))
    #expect(try kind([script.lines[0], script.lines[0]]) == .wrongSeq(expected: 2))
    #expect(try kind([script.lines[1]]) == .wrongSeq(expected: 1))
  }

  @Test("time strictly rises")
  func time() throws {
    var script = try script()
    script.edit(2, ".002000Z", ".001000Z")
    let same = Timestamp(microseconds: 1_700_000_000_001_000)
    #expect(try kind(script.lines) == .timeNotRising(last: same, found: same))
  }

  @Test("a type or payload that this version does not read is named as the domain's, not as damage")
  func undecodable() throws {
    var script = try script()
    script.edit(1, #""type":"added""#, #""type":"aded""#)
    #expect(
      try kind(script.lines)
        == .undecodable(ActionDecodeFailure(type: "aded", v: 1, kind: .unknownType(nearest: "added"))))
    script = try self.script()
    script.edit(1, #""amount":3"#, #""amount":"x""#)
    guard case .undecodable(let failure)? = try kind(script.lines) else {
      Issue.record("decoded")
      return
    }
    #expect(failure.path == "/amount")
    let told = try #require(try whole(script.lines))
    #expect(told.description.hasPrefix("record 1 (added v1): does not decode: added v1 at /amount: expected an"))
    #expect(told.remedy?.contains("write an Upcaster") == true)
  }

  @Test("a payload member that the action does not declare is ignored in replay")
  func lenient() throws {
    var script = try script()
    script.edit(1, #""amount":3"#, #""amount":3,"colour":"red""#)
    #expect(try kind(script.lines) == nil)
  }

  @Test("a record of an action without outcome, or with a strange effect, is refused")
  func malformed() throws {
    var script = try script()
    script.edit(1, #","outcome":"applied""#, "")
    #expect(try kind(script.lines) == .noOutcome)
    for (old, new) in [
      (#""id":"2.0","type""#, #""id":"two","type""#), (#""policy":"queue""#, #""policy":"stack""#),
    ] {
      script = try self.script()
      script.edit(2, old, new)
      guard case .malformed? = try kind(script.lines) else {
        Issue.record("took \(new)")
        continue
      }
    }
    script = try self.script()
    script.edit(2, #""id":"2.0","type""#, #""id":"9.0","type""#)
    #expect(
      try failure(of: script.lines, as: TallyOne.self, check: .trust)?.kind
        == .effects(.strangeID(EffectID(seq: 9, index: 0), seq: 2)))
    script = try self.script()
    script.edit(3, #""effect":"2.0","outcome""#, #""effect":"two","outcome""#)
    guard case .malformed? = try kind(script.lines) else {
      Issue.record("took a strange report")
      return
    }
  }

  @Test("records in another order of members, with members of later formats, fold alike")
  func anyForm() throws {
    let script = try script()
    let reordered = try script.lines.map { line in
      let text = String(decoding: line, as: UTF8.self)
      let body = text.dropLast(HashChain.suffixLength)
      let object = try #require(try JSONValue.parse(Array((body + "}").utf8)).object)
      let members = object.members.reversed().map { member in
        "\(JSONValue.string(member.name)) : \(member.value)"
      }
      return Array(
        ("{ \"later\" : [1] , " + members.joined(separator: " , ") + text.suffix(HashChain.suffixLength)).utf8)
    }
    var fold = JournalFold<TallyOne>()
    fold.begin(domainVersion: 1)
    try fold.fold(reordered, check: .full(invariants: true))
    #expect(fold.reduction.root.digest == script.reduction.root.digest)
    #expect(fold.reduction.outbox == script.reduction.outbox)
    #expect(fold.window.allRows == script.window.allRows)
  }

  @Test("a retry in another spelling finds the first result after the fold")
  func window() throws {
    var script = JournalScript<TallyOne>()
    try script.dispatch(
      .added(id: "a", label: "é", amount: 3), id: "one",
      payload: #"{ "label" : "\u00e9", "amount":3, "id":"a"}"#)
    var fold = JournalFold<TallyOne>()
    fold.begin(domainVersion: 1)
    try fold.fold(script.lines)
    let content = try script.reduction.coding.encode(.added(id: "a", label: "é", amount: 3)).payload
      .withUnsafeBufferPointer { try WindowDigest(type: "added", v: 1, action: $0) }
    let verdict = fold.window.judge(key: WindowDigest(uid: 1000, id: "one"), content: content)
    #expect(verdict == .duplicate(try #require(script.window.allRows.first)))
    #expect(fold.window.judge(key: WindowDigest(uid: 1001, id: "one"), content: content) == .new)
  }
}
