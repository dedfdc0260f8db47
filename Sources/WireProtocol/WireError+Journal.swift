/// The errors of serving the journal itself.
extension WireError {
  /// Records from `seq` on cannot be served: the file, the line and the offset where that showed, where known.
  package static func unreadable(seq: UInt64, file: String?, line: Int?, offset: Int?, what: String) -> Self {
    Self(
      .unreadable, "The journal cannot be served from seq \(seq) on: \(what).",
      [Fact("seq", .seq(seq))] + fact("file", file) + (line.map { [Fact("line", .integer($0))] } ?? [])
        + (offset.map { [Fact("offset", .integer($0))] } ?? []))
  }
}
