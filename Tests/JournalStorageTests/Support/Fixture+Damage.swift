import JournalStorage
import Testing

extension Fixture {
  /// Claims a journal and expects a refusal that changes no byte; the error.
  static func expectRefusal(
    _ system: SimulatedFileSystem, domain: String = "notes", version: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JournalError {
    let before = try files(system)
    var refusal: JournalError?
    do throws(JournalError) {
      _ = try claim(system, domain: domain, version: version)
      Issue.record("the journal was taken", sourceLocation: sourceLocation)
    } catch {
      refusal = error
    }
    #expect(try files(system) == before, "a refusal must change nothing", sourceLocation: sourceLocation)
    return try #require(refusal, sourceLocation: sourceLocation)
  }
}
