import TestSupport
import Testing

@testable import ActionLog

@Suite("EntityList against an array")
struct EntityListModelTests {
  @Test("random edits, with snapshots held, give what an array gives", arguments: [21, 22, 23] as [UInt64])
  func random(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var list = EntityList<Int>()
    var model: [Int] = []
    var snapshots: [(EntityList<Int>, [Int])] = []
    var scratch = ValueScratch()
    for step in 0..<5000 {
      edit(&list, &model, step, &random)
      if step % 700 == 0 { snapshots.append((list, model)) }
      if step % 50 == 0 {
        list.settleElements(scratch: &scratch)
        #expect(list.summary.polynomial == Self.polynomial(model), "seed \(seed), step \(step)")
      }
    }
    expectSame(list, model, "seed \(seed)")
    for (snapshot, model) in snapshots {
      expectSame(snapshot, model, "seed \(seed)")
      #expect((snapshot == list) == (model == Array(list)), "seed \(seed)")
    }
  }

  private func edit(_ list: inout EntityList<Int>, _ model: inout [Int], _ step: Int, _ random: inout SplitMix64) {
    let isGrowing = step % 2500 < 1500
    let place = Int.random(in: 0...model.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where place < model.count:
      list[place] += 1
      model[place] += 1
    case 1:
      list.append(step)
      model.append(step)
    case 2 where step % 97 == 0:
      let half = Array(model.prefix(model.count / 2))
      list.replaceAll(half)
      model = half
    case 3 where step % 997 == 0:
      list.removeAll()
      model.removeAll()
    default:
      if isGrowing || model.isEmpty {
        list.insert(step, at: place)
        model.insert(step, at: place)
      } else {
        // Mostly from the front, so that chunks run empty.
        let doomed = place % 3 == 0 ? min(place, model.count - 1) : 0
        #expect(list.remove(at: doomed) == model.remove(at: doomed))
      }
    }
  }

  @Test("the digest does not depend on how the list came about")
  func chunking() {
    var scratch = ValueScratch()
    var grown = EntityList<Int>()
    for number in (0..<2000).reversed() { grown.insert(number, at: 0) }
    var built = EntityList(0..<2000)
    grown.settleElements(scratch: &scratch)
    built.settleElements(scratch: &scratch)
    #expect(grown.summary == built.summary)
    #expect(grown == built)
    built[1999] = 0
    #expect(grown != built)
  }

  @Test("elements are found, reached from any position, and filtered away")
  func reading() {
    var list = EntityList(0..<500)
    #expect(list.firstIndex(of: 321) == 321)
    #expect(list.contains(499) && !list.contains(500))
    for start in [0, 31, 32, 33, 499, 500] { #expect(Array(list.elements(from: start)) == Array(start..<500)) }
    list.removeAll { $0 % 2 == 0 }
    #expect(Array(list) == Array(stride(from: 1, to: 500, by: 2)))
    #expect(list.first == 1 && list.last == 499)
    list.append(contentsOf: [1, 2])
    #expect(list.count == 252 && list[251] == 2)
  }

  @Test("joined summaries are those of the joined elements")
  func joining() {
    for cut in 0...6 {
      var left = ListSummary()
      var right = ListSummary()
      var whole = ListSummary()
      for element in 0..<6 {
        let hash = UInt64(element) &* 0x1234_5678_9ABC_DEF1
        if element < cut { left.append(hash) } else { right.append(hash) }
        whole.append(hash)
      }
      left.append(right)
      #expect(left == whole)
    }
  }

  private func expectSame(_ list: EntityList<Int>, _ model: [Int], _ place: String) {
    #expect(list.count == model.count, "\(place)")
    #expect(Array(list) == model, "\(place)")
    #expect(model.indices.allSatisfy { list[$0] == model[$0] }, "\(place)")
    #expect(list == EntityList(model), "\(place)")
  }

  private static func polynomial(_ elements: [Int]) -> UInt64 {
    elements.reduce(0) { $0 &* 0x9E37_79B1_85EB_CA87 &+ XXH64.hash("\($1)", seed: 0) }
  }
}
