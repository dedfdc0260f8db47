import ActionLog
import CanonicalJSON
import SystemCalls
import WireProtocol

extension Query {
  /// Reads it, for those who are answered on the wire; the state is the one after `seq`.
  ///
  /// - Parameter suggests: whether to look for what a pointer that leads nowhere was meant to be. Who watches is not told,
  ///   and each change would cost the search again.
  func result(on state: State, at seq: UInt64, suggests: Bool = false) -> ReadResult {
    if case .selector(let selector, _) = self { TrapNote.begin(.selecting, selector.name, seq: seq) }
    defer { TrapNote.end() }
    do throws(QueryFailure) {
      return .success(try evaluate(state))
    } catch {
      guard suggests, case .nothing(let pointer) = error else { return .failure(WireError(error)) }
      return .failure(.notFound(pointer: pointer.text, nearest: state.nearestPointer(to: pointer)?.text))
    }
  }
}

extension WireError {
  /// Why a query has no value.
  init(_ failure: QueryFailure) {
    self =
      switch failure {
      case .unknownSelector(let name, let nearest):
        .invalidParams(path: "/select", "no selector `\(name)`", nearest: nearest)
      case .nothing(let pointer): .notFound(pointer: pointer.text)
      case .noValue(_, let failure): WireError(failure)
      }
  }

  /// Arguments that a selector does not take, or a value that has no JSON.
  init(_ failure: SelectorFailure) {
    self =
      switch failure {
      case .unknownArgument(let path, let nearest):
        .invalidParams(path: "/args" + path, "unknown argument \(path)", nearest: nearest)
      case .missingArgument(let path, let given):
        .invalidParams(
          path: "/args" + path, "argument \(path) is missing" + (given.map { ", perhaps given as `\($0)`" } ?? ""))
      case .invalidArgument(let path, let expected):
        .invalidParams(path: "/args" + path, failure.text, expected: expected)
      case .noJSON: .invalidParams(path: "/select", failure.text)
      }
  }
}
