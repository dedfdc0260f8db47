import Testing

@testable import ActionLog

struct EffectLimitTests {
  private func effect(_ index: Int, key: String = "k", length: Int = 2) -> JournaledEffect {
    JournaledEffect(
      id: EffectID(seq: 9, index: index), type: "test.work", payload: Array(repeating: 0x20, count: length), key: key,
      policy: .queue)
  }

  private func fault(_ asked: [JournaledEffect]) -> DomainFault.Kind? {
    do {
      _ = try Outbox().admit(asked, reports: nil, seq: 9)
      return nil
    } catch {
      #expect(error.seq == 9)
      return error.kind
    }
  }

  @Test("an action asks for 256 effects at most")
  func count() {
    #expect(fault((0..<256).map { effect($0) }) == nil)
    #expect(fault((0..<257).map { effect($0) }) == .tooManyEffects(count: 257, limit: 256))
  }

  @Test("the payload of one effect has 64 KiB at most")
  func payload() {
    #expect(fault([effect(0, length: 65_536)]) == nil)
    #expect(fault([effect(0, length: 65_537)]) == .payloadTooLong(type: "test.work", length: 65_537, limit: 65_536))
  }

  @Test("the payloads of all effects of an action have 4 MiB at most")
  func payloads() {
    #expect(fault((0..<64).map { effect($0, length: 65_536) }) == nil)
    let over = (0..<64).map { effect($0, length: 65_536) } + [effect(64, length: 1)]
    #expect(fault(over) == .payloadsTooLong(length: 4_194_305, limit: 4_194_304))
  }

  @Test("a key has 256 bytes at most, counted in UTF-8")
  func key() {
    #expect(fault([effect(0, key: String(repeating: "é", count: 128))]) == nil)
    #expect(fault([effect(0, key: String(repeating: "é", count: 128) + "x")]) == .keyTooLong(length: 257, limit: 256))
  }

  @Test("parallel lets at least one run")
  func width() {
    let none = JournaledEffect(
      id: EffectID(seq: 9, index: 0), type: "test.work", payload: [], key: "k", policy: .parallel(0))
    #expect(fault([none]) == .noWidth(key: "k", width: 0))
  }

  @Test("a fault says what to do about it, in one line")
  func description() {
    let fault = DomainFault(.secondPolicy(key: "k", has: .queue, asked: .latest), seq: 4)
    #expect("\(fault)" == "effect key k has policy queue and was asked for with latest; a key has one policy")
  }
}
