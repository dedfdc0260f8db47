import CanonicalJSON

// Rows are spelled after each change, for the state's digest: these write themselves, past `Codable`. Names come in
// canonical order, and a test holds both spellings together.

extension Document: CanonicalWritable {
  /// Writes the document as `Codable` would.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("confirmed")
    confirmed.write(to: &writer)
    writer.member("confirmedBy", confirmedBy)
    if let folderID {
      writer.key("folderID")
      writer.string(folderID.text)
    }
    writer.key("id")
    writer.string(id.text)
    writer.member("metadataRev", metadataRev)
    writer.member("mutation", mutation)
    writer.key("ownerID")
    writer.string(ownerID.text)
    writer.key("pending")
    writer.beginArray()
    for edit in pending { edit.write(to: &writer) }
    writer.endArray()
    writer.key("permissions")
    permissions.write(to: &writer)
    writer.member("presentation", presentation)
    writer.member("retry", retry)
    writer.member("rev", rev)
    writer.key("title")
    writer.string(title)
    writer.member("wholeRev", wholeRev)
    writer.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: StaticString, _ number: (some FixedWidthInteger)?) {
    guard let number else { return }
    key(name)
    integer(number)
  }

  fileprivate mutating func member(_ name: StaticString, _ value: (some CanonicalWritable)?) {
    guard let value else { return }
    key(name)
    value.write(to: &self)
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

extension EditRetry: CanonicalWritable {
  /// Writes the retry as `Codable` would.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("isWaiting")
    writer.bool(isWaiting)
    writer.key("timeouts")
    writer.integer(timeouts)
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
