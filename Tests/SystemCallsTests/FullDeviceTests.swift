import SystemCalls
import Testing

@Suite("A full device")
struct FullDeviceTests {
  @Test(
    "reserving past the room and writing past it fail with ENOSPC, and what was there stays",
    .enabled(if: SmallDevice.isPossible, "only root can mount a tmpfs to fill"))
  func full() throws {
    let device = try SmallDevice()
    let file = try FileDescriptor.create("\(device.path)/a")
    try file.write(Array("kept".utf8))
    let reserving = #expect(throws: SystemError.self) { try reserve("\(device.path)/a", 8 << 20) }
    #expect(reserving?.name == "ENOSPC")
    let afterReserve = try file.status()
    #expect(afterReserve.size == 4)

    let writing = #expect(throws: SystemError.self) { try append("\(device.path)/a", 8 << 20) }
    #expect(writing?.name == "ENOSPC")
    let free = try file.freeBytes()
    #expect(free == 0)
    // The writer that failed cuts back to what it knows.
    try file.truncate(to: 4)
    let kept = try file.bytes(at: 0, count: 100)
    #expect(kept == Array("kept".utf8))
  }

  private func reserve(_ path: String, _ count: Int) throws {
    let file = try FileDescriptor.open(path, .readWrite)
    try file.reserve(at: 4, count: count)
  }

  private func append(_ path: String, _ count: Int) throws {
    let file = try FileDescriptor.open(path, [.writeOnly, .append])
    try file.write([UInt8](repeating: 65, count: count))
  }
}

/// A tmpfs of one MiB for one test.
private final class SmallDevice {
  private let directory: TemporaryDirectory

  var path: String { directory.path }

  static let isPossible = CurrentProcess.user == 0 && (try? SmallDevice()) != nil

  init() throws {
    directory = try TemporaryDirectory()
    let mount = try run("mount", ["-t", "tmpfs", "-o", "size=1m", "actionlog-test", directory.path])
    guard mount.status == 0 else { throw SystemError(call: "mount", errno: ErrorNumber.notPermitted) }
  }

  deinit {
    _ = try? run("umount", ["-l", directory.path])
  }
}
