import Glibc

/// Calls again while a signal interrupted the call.
///
/// - Throws: what `errno` says after the call answered -1 for another reason.
@discardableResult
func retrying<Number: SignedInteger>(
  _ call: StaticString, _ path: String? = nil, _ body: () -> Number
) throws(SystemError) -> Number {
  while true {
    let answer = body()
    if answer != -1 { return answer }
    if errno != EINTR { throw SystemError(call, path) }
  }
}
