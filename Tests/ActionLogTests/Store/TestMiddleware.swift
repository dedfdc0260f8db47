import ActionLog
import CanonicalJSON
import Synchronization

/// Performs every effect of the workshop by answering at once.
struct Performer: Middleware {
  let answer: @Sendable (Workshop.Effect, EffectContext<Workshop>) -> EffectReport<Workshop.Action>?

  init(_ answer: @escaping @Sendable (Workshop.Effect, EffectContext<Workshop>) -> EffectReport<Workshop.Action>?) {
    self.answer = answer
  }

  func performs(effectType: String) -> Bool { true }

  func perform(_ effect: Workshop.Effect, _ context: EffectContext<Workshop>) {
    if let report = answer(effect, context) { context.report(report) }
  }
}

/// Keeps the contexts of the effects that it is to perform, for the test to report on them.
final class HoldingPerformer: Middleware {
  private let contents = Mutex<[EffectContext<Workshop>]>([])
  let types: Set<String>

  init(types: Set<String> = ["fetch"]) {
    self.types = types
  }

  var started: [String] { contents.withLock { $0.map(\.id.text) } }

  func context(_ id: String) -> EffectContext<Workshop>? {
    contents.withLock { contexts in contexts.first { $0.id.text == id } }
  }

  func performs(effectType: String) -> Bool { types.contains(effectType) }

  func perform(_ effect: Workshop.Effect, _ context: EffectContext<Workshop>) {
    contents.withLock { $0.append(context) }
  }
}

/// Notes every action it sees.
final class Recorder: Middleware {
  private let contents = Mutex<[String]>([])

  var lines: [String] { contents.withLock { $0 } }

  func performs(effectType: String) -> Bool { false }
  func perform(_ effect: Workshop.Effect, _ context: EffectContext<Workshop>) {}

  func observe(_ record: ObservedAction<Workshop>) {
    let effect = record.effect.map { " for \($0)" } ?? ""
    let line = "\(record.seq) \(record.at.microseconds) \(record.action) \(record.reduced.outcome.rawValue)\(effect)"
    contents.withLock { $0.append(line) }
  }
}

/// Makes ids that a test can foretell.
final class IDMaker: Sendable {
  private let last = Mutex(0)

  func next() -> String {
    last.withLock { last in
      last += 1
      return "id-\(last)"
    }
  }
}
