import JournalStorage
import RecordFormat

extension Failure {
  /// Why a journal cannot be read, with the place and what to do.
  init(_ error: JournalError) {
    let status = ExitStatus(rawValue: error.toolExitCode) ?? .unreachable
    self.init(status: status, name: error.name, message: error.description)
  }
}
