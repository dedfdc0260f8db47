import JournalStorage
import Testing

@testable import Daemon

/// A daemon whose disk can only be read, started behind one that three times added 1 to its counter, and then broke
/// without having noted its end: of the third record it is not certain that it is on the disk.
struct DaemonBehindBreak {
  let daemon: ToyDaemon

  init(_ scratch: Scratch, _ disk: SimulatedFileSystem) throws {
    let configuration = DaemonConfiguration(in: scratch, on: disk)
    let before = try ToyDaemon(configuration)
    let client = try before.client()
    for _ in 0..<3 { try client.dispatch("incremented", #"{"by":1}"#) }
    #expect(try client.dispatch("exploded").error == "internalError")
    #expect(before.waitForEnd() == .exit(.domainFault))
    disk.setReadOnly(true)
    daemon = try ToyDaemon(configuration)
  }
}
