import CanonicalJSON
import JournalStorage
import Synchronization
import SystemCalls
import TestSupport

@testable import Daemon

/// A temporary directory that goes with its last reference.
final class Scratch {
  let path: String

  init() throws {
    path = "/tmp/actionlog-\(try SystemRandom.uuid().prefix(13))"
    try FileSystem.makeDirectory(path)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    guard let status = try? FileSystem.linkStatus(path) else { return }
    guard status.kind == .directory else {
      _ = try? FileSystem.remove(path)
      return
    }
    for name in (try? FileSystem.names(in: path)) ?? [] { remove("\(path)/\(name)") }
    _ = try? FileSystem.removeDirectory(path)
  }
}

/// A daemon of the toy domain on a thread of its own, in this process.
final class ToyDaemon {
  enum Ending: Equatable, Sendable {
    case exit(DaemonExit)
    case failed(StartFailure)
  }

  private struct Life: Sendable {
    var stop: (@Sendable () -> Void)?
    var ending: Ending?
  }

  let configuration: DaemonConfiguration
  private let life = ConditionLock(Life())
  private let thread: Thread

  /// Starts a daemon and waits until it serves or has failed.
  init(_ configuration: DaemonConfiguration, middleware: [ToyMiddleware] = []) throws {
    self.configuration = configuration
    let life = life
    let lines = LogLines()
    log = lines
    thread = try Thread(name: "toy", stackBytes: 8 << 20) {
      let log = DaemonLog { lines.append("\($0.rawValue) \($1)") }
      do throws(StartFailure) {
        let daemon = try DaemonService<Toy>(configuration, middleware: middleware, log: log)
        life.change { $0.stop = daemon.stop }
        let exit = try daemon.run()
        life.change { $0.ending = .exit(exit) }
      } catch {
        life.change { $0.ending = .failed(error) }
      }
    }
    life.wait { $0.stop != nil || $0.ending != nil ? () : nil }
  }

  /// What the daemon said, one line each, the priority first.
  let log: LogLines

  func client() throws -> ToyClient { try ToyClient(configuration.socket) }

  /// Asks for a clean stop and waits for the end.
  @discardableResult
  func stop() -> Ending {
    life.withLock { $0.stop }?()
    return waitForEnd()
  }

  /// Asks for a clean stop, and does not wait.
  func askToStop() { life.withLock { $0.stop }?() }

  /// Waits for the end.
  func waitForEnd() -> Ending {
    let ending = life.wait(milliseconds: Patience.milliseconds) { $0.ending }
    if ending != nil { thread.join() }
    return ending ?? .failed(StartFailure(.journalFailed, "the daemon did not end"))
  }

  /// How the daemon ended, if it has.
  var ending: Ending? { life.withLock { $0.ending } }
}

/// Lines that were logged.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  func append(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
  func contains(_ text: String) -> Bool { all.contains { $0.contains(text) } }
}

extension DaemonConfiguration {
  /// A configuration in a scratch directory.
  init(in scratch: Scratch) {
    self.init(journal: "\(scratch.path)/journal", socket: "\(scratch.path)/socket")
  }

  /// The same with the journal on a simulated disk, where room that is missing is looked for again soon.
  init(in scratch: Scratch, on disk: SimulatedFileSystem) {
    self.init(in: scratch)
    journal = JournalScene.directory
    fileSystem = disk
    roomRetryNanoseconds = 20_000_000
  }

  /// The same with each commit on its own thread, so that the engine goes on while a sync is held up.
  init(in scratch: Scratch, on disk: GatedFileSystem) {
    self.init(in: scratch)
    fileSystem = disk
    commitsInline = false
  }
}
