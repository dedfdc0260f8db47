import ActionLog
import CanonicalJSON
import JournalStorage
import RecordFormat
import Replay
import SystemCalls
import WireProtocol

/// A daemon that has started: the journal is claimed and replayed, the socket listens.
///
/// It belongs to the thread that makes it and calls `run`; `stop` is for any thread.
final class DaemonService<D: Domain> {
  private let loop: EventLoop
  private let engine: Engine<D>
  private let committer: Committer
  private let threads: EngineThreads

  /// Asks for a clean stop, from any thread.
  let stop: @Sendable () -> Void

  /// Starts: claims the journal, puts up the socket, replays, notes `log.opened`, and says READY=1.
  ///
  /// Connections queue from the moment the socket is there; they are accepted by `run`.
  /// - Throws: `StartFailure` with the exit status; nothing of what was claimed stays claimed.
  init(
    _ configuration: DaemonConfiguration, middleware: [any Middleware<D>], log: DaemonLog
  ) throws(StartFailure) {
    // Judged first: a start that the socket's path forbids leaves no journal behind.
    do throws(SocketPathError) {
      try ListeningSocket.judge(configuration.socket)
    } catch {
      throw StartFailure(.configuration, error.summary)
    }
    let claimed = try ClaimedJournal(configuration, domain: D.name, version: D.version)
    let listener: ListeningSocket
    do throws(SocketPathError) {
      listener = try ListeningSocket(claiming: configuration.socket)
    } catch {
      claimed.writer.close()
      throw StartFailure(.configuration, error.summary)
    }
    let replay: JournalReplay<D>
    do throws(StartFailure) {
      replay = try JournalReplay<D>(configuration, through: claimed.report.servesThrough)
    } catch {
      listener.remove()
      claimed.writer.close()
      throw error
    }
    log.info(replay.summary)
    do throws(SystemError) {
      // Only now are the signals taken: until here nothing was promised to anyone, and they may end the process.
      loop = try EventLoop(listener: listener, limits: configuration.limits, signals: configuration.signals)
      let waker = loop.waker
      let inbox = Inbox<D.Action> { waker.wake() }
      stop = { inbox.post(.stop) }
      committer = try Committer(writer: claimed.writer) { inbox.post(.committed($0)) }
      threads = try EngineThreads()
      engine = Engine(
        EngineStart(
          settings: configuration.engineSettings, middleware: middleware, log: log, replay: replay,
          hash: claimed.writer.head.hash),
        loop: loop, inbox: inbox, committer: committer, threads: threads)
    } catch {
      throw StartFailure(.journalFailed, "cannot start: \(error)")
    }
    do throws(JournalError) {
      try engine.open(claimed.report)
    } catch {
      loop.stopAccepting()
      close()
      throw StartFailure(error)
    }
    configuration.notifier.ready(status: "serving \(D.name), seq \(engine.durable.seq)")
  }

  /// Serves until a stop is asked for or the journal or the domain fails.
  func run() throws(StartFailure) -> DaemonExit {
    defer { close() }
    do throws(SystemError) {
      try loop.run(service: engine)
    } catch {
      throw StartFailure(.journalFailed, "the event loop failed: \(error)")
    }
    return engine.exit
  }

  /// Ends the threads, but for a performer that is at work and may take its time, and lets the journal go.
  private func close() {
    threads.reader.stop()
    threads.performer.stop()
    committer.stop()
    committer.writer.close()
  }
}
