import CanonicalJSON

// Rows are spelled after each change, for the state's digest: these write themselves, past `Codable`. Names come in
// canonical order, and a test holds both spellings together.

extension Document: CanonicalWritable {
  /// Writes the document as `Codable` would.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("confirmed")
    confirmed.write(to: &writer)
    if let folderID {
      writer.key("folderID")
      writer.string(folderID.text)
    }
    writer.key("id")
    writer.string(id.text)
    writer.key("ownerID")
    writer.string(ownerID.text)
    writer.key("pending")
    writer.beginArray()
    for edit in pending { edit.write(to: &writer) }
    writer.endArray()
    writer.key("permissions")
    permissions.write(to: &writer)
    if let presentation {
      writer.key("presentation")
      presentation.write(to: &writer)
    }
    if let rev {
      writer.key("rev")
      writer.integer(rev)
    }
    writer.key("title")
    writer.string(title)
    writer.endObject()
  }
}

extension PendingEdit: CanonicalWritable {
  /// Writes the edit as `Codable` would.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("mutationID")
    writer.integer(mutationID)
    writer.key("patch")
    patch.write(to: &writer)
    writer.endObject()
  }
}

extension Permissions: CanonicalWritable {
  /// Writes the rights as `Codable` would.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("canEdit")
    writer.bool(canEdit)
    writer.key("canShare")
    writer.bool(canShare)
    writer.endObject()
  }
}

extension Metadata: CanonicalWritable {
  /// Writes the object itself.
  public func write(to writer: inout JSONWriter) { json.write(to: &writer) }
}

extension MetadataPatch: CanonicalWritable {
  /// Writes the object itself.
  public func write(to writer: inout JSONWriter) { json.write(to: &writer) }
}
