import ActionLog
import CanonicalJSON
import Testing

@testable import Replay

struct IdempotencyWindowTests {
  private func row(_ id: String, content: String = "{}", seq: UInt64) throws -> IdempotencyWindow.Row {
    IdempotencyWindow.Row(
      key: WindowDigest(uid: 1000, id: id), content: try digest(content), seq: seq,
      at: Timestamp(microseconds: Int64(seq)), outcome: .applied, state: seq &* 7, why: nil)
  }

  private func digest(_ action: String, type: String = "t", v: Int = 1) throws -> WindowDigest {
    let bytes = Array(action.utf8)
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONError) in try WindowDigest(type: type, v: v, action: bytes) }
    }
    return try result.get()
  }

  @Test("the same key and content is a duplicate and gets the first result")
  func duplicate() throws {
    var window = IdempotencyWindow()
    let first = try row("a", seq: 5)
    #expect(window.judge(key: first.key, content: first.content) == .new)
    window.append(first)
    #expect(window.judge(key: first.key, content: first.content) == .duplicate(first))
    #expect(window.judge(key: first.key, content: try digest(#"{"x":1}"#)) == .conflict(first))
    #expect(window.judge(key: WindowDigest(uid: 1000, id: "b"), content: first.content) == .new)
  }

  @Test("a key is a user's own")
  func perUser() {
    let digests = [
      WindowDigest(uid: 0, id: "a"), WindowDigest(uid: 1, id: "a"), WindowDigest(uid: nil, id: "a"),
      WindowDigest(uid: 256, id: "a"),
    ]
    #expect(Set(digests).count == 4)
  }

  @Test("content is the same in any order of members, other in type, version or spelling of numbers")
  func content() throws {
    #expect(try digest(#"{"a":1,"b":"é"}"#) == digest(#" { "b" : "\u00e9" , "a" : 1 } "#))
    #expect(try digest(#"{"a":1}"#) != digest(#"{"a":1.0}"#))
    #expect(try digest("{}") != digest("{}", type: "u"))
    #expect(try digest("{}") != digest("{}", v: 2))
  }

  @Test("the oldest row leaves a full window; its key is new again")
  func leaves() throws {
    var window = IdempotencyWindow(capacity: 3)
    for seq in 1...5 { window.append(try row("k\(seq)", seq: UInt64(seq))) }
    #expect(window.count == 3)
    #expect(window.allRows.map(\.seq) == [3, 4, 5])
    let content = try digest("{}")
    for seq in 1...5 {
      let verdict = window.judge(key: WindowDigest(uid: 1000, id: "k\(seq)"), content: content)
      #expect((verdict == .new) == (seq < 3), "k\(seq)")
    }
  }

  @Test("a key that comes again means the newer row, also when the older one leaves")
  func again() throws {
    var window = IdempotencyWindow(capacity: 3)
    for (seq, id) in ["a", "b", "a", "c"].enumerated() { window.append(try row(id, seq: UInt64(seq + 1))) }
    #expect(window.row(of: WindowDigest(uid: 1000, id: "a"))?.seq == 3)
  }

  @Test("a window of no capacity keeps nothing")
  func none() throws {
    var window = IdempotencyWindow(capacity: 0)
    let only = try row("a", seq: 1)
    window.append(only)
    #expect(window.judge(key: only.key, content: only.content) == .new)
  }

  @Test("random keys: the window answers as a list of the last rows does", arguments: 1...8)
  func random(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    let capacity = Int(next(60)) + 1
    var window = IdempotencyWindow(capacity: capacity)
    var list: [IdempotencyWindow.Row] = []
    for seq in 1...1500 {
      let appended = try row("k\(next(90))", seq: UInt64(seq))
      window.append(appended)
      list.append(appended)
      if list.count > capacity { list.removeFirst() }
      let asked = WindowDigest(uid: 1000, id: "k\(next(90))")
      #expect(window.row(of: asked) == list.last { $0.key == asked }, "seed \(seed), row \(seq)")
    }
    #expect(window.allRows == list, "seed \(seed)")
  }

  @Test("a digest comes back from its bytes")
  func bytes() throws {
    let digest = WindowDigest(uid: 7, id: "a")
    #expect(digest.bytes.count == 16)
    #expect(WindowDigest(bytes: digest.bytes) == digest)
    #expect(WindowDigest(bytes: [1, 2, 3]) == nil)
  }
}
