/// The parser of the daemon's socket: `LineParser` with the daemon's own methods.
///
/// A type of its own, because generic code is specialised within its module only, and every request passes here.
package struct RequestParser: Sendable {
  private let lines: LineParser<DaemonMethods>

  package init(limits: Limits) {
    lines = LineParser(table: DaemonMethods(limits: limits), limits: limits)
  }

  /// What stands in `line`, which has no line feed.
  package func parse(_ line: UnsafeBufferPointer<UInt8>) -> ParsedLine<RPCCall> { lines.parse(line) }
}
