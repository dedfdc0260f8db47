import SystemCalls

/// Who runs the tests.
enum CurrentUser {
  static var uid: UInt32 { CurrentProcess.user }
  static var pid: Int { Int(CurrentProcess.id) }
}
