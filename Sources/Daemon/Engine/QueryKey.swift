import ActionLog
import CanonicalJSON

/// What makes two queries the same: the pointer, or the selector with its arguments in canonical form.
struct QueryKey: Hashable {
  private let bytes: [UInt8]

  init<State>(_ query: Query<State>) {
    switch query {
    case .pointer(let pointer): bytes = Array("p\(pointer.text)".utf8)
    case .selector(let selector, let arguments):
      // To a selector no arguments and an empty object are the same.
      let given = arguments.isNull ? [:] : arguments
      bytes = Array("s\(selector.name)\0".utf8) + given.canonicalBytes
    }
  }
}
