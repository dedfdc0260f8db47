import SystemCalls
import Testing

@Suite("Locks")
struct LockTests {
  @Test("an exclusive lock keeps other processes out until it is let go")
  func betweenProcesses() throws {
    let directory = try TemporaryDirectory()
    let mine = try FileDescriptor.openDirectory(directory.path)
    #expect(try mine.tryLock(.exclusive))
    #expect(try run("flock", ["--nonblock", "--shared", directory.path, "true"]).status == 1)
    try mine.unlock()
    #expect(try run("flock", ["--nonblock", "--shared", directory.path, "true"]).status == 0)
  }

  @Test("shared locks stand together and exclude an exclusive one")
  func shared() throws {
    let directory = try TemporaryDirectory()
    let one = try FileDescriptor.openDirectory(directory.path)
    let two = try FileDescriptor.openDirectory(directory.path)
    #expect(try one.tryLock(.shared))
    #expect(try two.tryLock(.shared))
    let three = try FileDescriptor.openDirectory(directory.path)
    #expect(try !three.tryLock(.exclusive))
    #expect(try run("flock", ["--nonblock", "--exclusive", directory.path, "true"]).status == 1)
  }

  @Test("a lock goes with its last descriptor")
  func closing() throws {
    let directory = try TemporaryDirectory()
    do {
      let holder = try FileDescriptor.openDirectory(directory.path)
      let locked = try holder.tryLock(.exclusive)
      try holder.close()
      #expect(locked)
    }
    let next = try FileDescriptor.openDirectory(directory.path)
    #expect(try next.tryLock(.exclusive))
  }
}
