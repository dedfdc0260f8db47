import ActionLog
import CanonicalJSON
import JournalStorage
import Testing

@testable import Daemon

@Suite("Versions of a domain")
struct DomainVersionTests {
  @Test("a newer version reduces the history again, rolls, and notes what came out differently; once")
  func newer() throws {
    let scratch = try Scratch()
    let configuration = DaemonConfiguration(in: scratch)
    try fill(configuration)
    #expect(try run(Doubled.self, configuration) == .stopped)
    let records = try journalRecords(configuration.journal)
    #expect(
      types(records) == [
        "log.opened", "incremented", "ignored", "log.closed", "log.opened", "log.domainChanged", "log.closed",
      ])
    let changed = records[5]
    #expect(changed["action"]?["from"]?.int == 1)
    #expect(changed["action"]?["to"]?.int == 2)
    #expect(changed["action"]?["differences"]?.int == 1)
    #expect(changed["state"] == changed["action"]?["state"])
    #expect(changed["state"] != records[3]["state"])

    #expect(try run(Doubled.self, configuration) == .stopped)
    let again = try journalRecords(configuration.journal)
    #expect(types(again).filter { $0 == "log.domainChanged" }.count == 1)
    #expect(again.last?["state"] == changed["state"])
  }

  @Test("an older version than the journal's is refused with exit 2")
  func older() throws {
    let scratch = try Scratch()
    let configuration = DaemonConfiguration(in: scratch)
    try fill(configuration)
    #expect(try run(Doubled.self, configuration) == .stopped)
    #expect(throws: StartFailure.self) { try run(Toy.self, configuration) }
    do throws(StartFailure) {
      _ = try DaemonService<Toy>(configuration, middleware: [], log: DaemonLog { _, _ in })
      Issue.record("an older version took the journal")
    } catch {
      #expect(error.exit == .configuration)
      #expect(error.message.contains("version 2"))
    }
  }

  @Test("a reducer that was changed under the same version is found at the first record that differs, with exit 5")
  func changed() throws {
    let scratch = try Scratch()
    var configuration = DaemonConfiguration(in: scratch)
    configuration.client = "bin/toy"
    try fill(configuration)
    do throws(StartFailure) {
      _ = try DaemonService<Tampered>(configuration, middleware: [], log: DaemonLog { _, _ in })
      Issue.record("a changed reducer took the journal")
    } catch {
      #expect(error.exit == .replayDiffers)
      #expect(error.message.contains("record 2 (incremented)"))
      #expect(error.message.contains("`bin/toy replay --check \(configuration.journal)` shows both sides"))
      #expect(
        error.message.contains(
          "if the reducer was changed on purpose, raise the domain's `version`; otherwise it is not pure"))
    }
    // Nothing was written, so the right program still takes it.
    #expect(try run(Toy.self, configuration) == .stopped)
  }

  @Test("an action that no version reads any more is exit 5, and named")
  func unreadable() throws {
    let scratch = try Scratch()
    let configuration = DaemonConfiguration(in: scratch)
    try fill(configuration)
    do throws(StartFailure) {
      _ = try DaemonService<Poorer>(configuration, middleware: [], log: DaemonLog { _, _ in })
      Issue.record("an unreadable record was passed over")
    } catch {
      #expect(error.exit == .replayDiffers)
      #expect(error.message.contains("record 3 (ignored v1): does not decode: no action is called ignored; list the"))
    }
  }

  @Test("a new version that leaves a number that is not finite in the state is exit 5, by record and place")
  func noJSON() throws {
    let scratch = try Scratch()
    let configuration = DaemonConfiguration(in: scratch)
    try fill(configuration)
    do throws(StartFailure) {
      _ = try DaemonService<Weightless>(configuration, middleware: [], log: DaemonLog { _, _ in })
      Issue.record("a state without JSON was taken")
    } catch {
      #expect(error.exit == .replayDiffers)
      #expect(
        error.message.contains(
          "record 2 (incremented): a fault of the domain: the state has no JSON at /notes/a/weight: JSON has no spelling"
        ),
        "\(error.message)")
    }
  }

  private func fill(_ configuration: DaemonConfiguration) throws {
    let daemon = try ToyDaemon(configuration)
    let client = try daemon.client()
    try client.dispatch("incremented", #"{"by":4}"#)
    try client.dispatch("ignored", #"{"text":"late"}"#)
    #expect(daemon.stop() == .exit(.stopped))
  }

  private func run<D: Domain>(_: D.Type, _ configuration: DaemonConfiguration) throws -> DaemonExit {
    let daemon = try DaemonService<D>(configuration, middleware: [], log: DaemonLog { _, _ in })
    daemon.stop()
    return try daemon.run()
  }
}

/// The toy's second version: counts twice, and takes what the first one ignored.
private enum Doubled: Domain {
  static let name = Toy.name
  static let version = 2
  static let initialState = Toy.initialState
  static let actions = Toy.actions

  static func reduce(
    _ state: inout Toy.State, _ action: Toy.Action, _ now: Moment
  ) -> Outcome<Toy.Action, Toy.Effect> {
    switch action {
    case .incremented(let by):
      state.count += 2 * by
      return .applied
    case .ignored: return .applied
    default: return Toy.reduce(&state, action, now)
    }
  }
}

/// The toy with another reducer under the same version, as no one should have it.
private enum Tampered: Domain {
  static let name = Toy.name
  static let version = Toy.version
  static let initialState = Toy.initialState
  static let actions = Toy.actions

  static func reduce(
    _ state: inout Toy.State, _ action: Toy.Action, _ now: Moment
  ) -> Outcome<Toy.Action, Toy.Effect> {
    Doubled.reduce(&state, action, now)
  }
}

/// A second version that weighs what has no weight.
private enum Weightless: Domain {
  static let name = Toy.name
  static let version = 2
  static let initialState = Toy.initialState
  static let actions = Toy.actions

  static func reduce(
    _ state: inout Toy.State, _ action: Toy.Action, _ now: Moment
  ) -> Outcome<Toy.Action, Toy.Effect> {
    state.notes["a"] = Toy.Note(text: "", writtenAt: now.at, weight: .nan)
    return .applied
  }
}

/// A second version that has forgotten an action.
private enum Poorer: Domain {
  static let name = Toy.name
  static let version = 2
  static let initialState = Toy.initialState
  static let actions: ActionCatalogue<Toy.Action> = [.client(.incremented(by: 1), "adds to the counter")]

  static func reduce(
    _ state: inout Toy.State, _ action: Toy.Action, _ now: Moment
  ) -> Outcome<Toy.Action, Toy.Effect> {
    Toy.reduce(&state, action, now)
  }
}
