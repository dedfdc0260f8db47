import CanonicalJSON
import Testing

@testable import Daemon

@Suite("Values and followers on one connection, over the socket", .timeLimit(.minutes(10)))
struct SharedConnectionTests {
  @Test("beside heavy values each follower gets every record once, and each value comes to the newest")
  func both() throws {
    let scratch = try Scratch()
    let daemon = try ToyDaemon(DaemonConfiguration(in: scratch))
    let actor = try daemon.client()
    let client = try daemon.client()
    let texts = try ["a", "b", "c"].map { id in
      try #require(try client.call("subscribe", #"{"pointer":"/notes/\#(id)/text"}"#).result?["subscription"]?.int)
    }
    let whole = try #require(try client.call("subscribe").result?["subscription"]?.int)
    let followers = try ["*", "note*"].map { types in
      try #require(try client.call("follow", #"{"from":0,"types":["\#(types)"]}"#).result?["subscription"]?.int)
    }
    let text = String(repeating: "x", count: 90_000)
    let rounds = 40
    var last = 0
    for round in 1...rounds {
      for id in ["a", "b", "c"] {
        last = try #require(
          try actor.dispatch("noteWritten", #"{"id":"\#(id)","text":"\#(round) \#(text)"}"#).seq)
      }
    }
    var next = [followers[0]: 1, followers[1]: 2]
    var newest: [Int: String] = [:]
    let wanted = String("\(rounds) \(text)")
    while next.values.contains(where: { $0 <= last }) || texts.contains(where: { newest[$0] != wanted })
      || newest[whole] != wanted
    {
      let told = try client.nextNotification()
      let number = try #require(told.subscription)
      if told.method == "record" {
        try #require(told.params["record"]?["seq"]?.int == next[number])
        next[number, default: 0] += 1
      } else {
        newest[number] = told.value?.text ?? told.value?["notes"]?["c"]?["text"]?.text
      }
    }
    #expect(daemon.stop() == .exit(.stopped))
  }
}
