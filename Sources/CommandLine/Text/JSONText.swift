import CanonicalJSON

/// JSON that this program makes itself.
enum JSONText {
  /// An object of the members that are written, as one line.
  static func object(_ members: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    members(&writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
