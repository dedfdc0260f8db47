import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("A domain of one's own, in a package outside of this one", .serialized)
struct OwnDomainTests {
  private static let package = SharedData.packageRoot.appending(path: "Tests/Fixtures/OwnDomain")
  /// Outside of the sources, and kept from one run to the next.
  private static let scratch = FileManager.default.temporaryDirectory.appending(path: "actionlog-own-domain").path
  private static let isAskedFor = ProcessInfo.processInfo.environment["ACTIONLOG_OWN_DOMAIN"] != nil

  private func swift(_ words: [String]) throws -> Ended {
    try run(
      URL(filePath: "/usr/bin/env"), ["swift"] + words + ["--scratch-path", Self.scratch], in: Self.package.path)
  }

  @Test(
    "it builds from public parts alone, its tests pass, its daemon and its command line work and survive kill -9",
    .enabled(if: isAskedFor, "builds a second package, which takes minutes: set ACTIONLOG_OWN_DOMAIN=1"))
  func wholeWay() throws {
    let tested = try swift(["test"])
    #expect(tested.status == 0, "\(tested.output)\n\(tested.errors)")
    #expect(tested.output.contains("Test run with 4 tests"), "\(tested.output)")
    let built = try swift(["build", "--show-bin-path"])
    let programs = URL(filePath: built.output.trimmingCharacters(in: .whitespacesAndNewlines))
    try walk(daemon: programs.appending(path: "roomsd"), client: programs.appending(path: "rooms"))
    #expect(
      !FileManager.default.fileExists(atPath: Self.package.appending(path: ".build").path), "built inside the sources")
  }

  private func walk(daemon: URL, client: URL) throws {
    let directory = try Scratch()
    let first = try DaemonProcess(in: directory.path, program: daemon)
    let socket = ["--socket", first.socketPath]
    let taken = try run(client, ["dispatch", "taken", #"{"by":"Ada","minutes":30,"room":"attic"}"#] + socket)
    #expect(taken.status == 0, "\(taken.errors)")
    let twice = try run(client, ["dispatch", "taken", #"{"by":"Bob","minutes":5,"room":"attic"}"#] + socket)
    #expect(twice.status == 1)
    #expect(twice.output.contains("illegal (occupied) Ada is in the attic"))
    first.kill()
    let second = try DaemonProcess(in: directory.path, program: daemon)
    let guests = try run(client, ["get", "/guests"] + socket)
    #expect(guests.output == "{\"attic\":\"Ada\"}\n")
    #expect(second.log.contains("rooms dispatch taken"), "\(second.log)")
    #expect(second.stop().status == 0)
    let replayed = try run(client, ["replay", "--check", second.journalPath])
    #expect(replayed.status == 0, "\(replayed.errors)")
    #expect(replayed.output.contains("1 applied, 0 ignored, 1 illegal"))
  }
}
