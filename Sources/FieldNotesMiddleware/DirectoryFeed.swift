import CanonicalJSON
import FieldNotes

/// A feed that stands in a directory of JSON pages in the native form.
///
/// The first page is the one whose name sorts first by bytes, of pages called `page-N` the one with N = 1 or 0; a
/// cursor is the name of a page without its `.json`. Pages are read anew each time and never written: accepted edits go
/// to a file of their own and are laid over them.
public struct DirectoryFeed: FeedAPI {
  let directory: String
  private let edits: EditsFile
  private let warn: @Sendable (String) -> Void

  /// The feed in `directory`, with its accepted edits at `editsPath`; `warn` is told of items that are left out.
  public init(directory: String, editsPath: String, warn: @escaping @Sendable (String) -> Void) {
    self.directory = directory
    edits = EditsFile(path: editsPath)
    self.warn = warn
  }

  /// The page that begins at `cursor`, with the accepted edits laid over its documents.
  ///
  /// - Throws: `notFound` where there is no first page, `expiredCursor` where none has this name (any more), `tooLarge`
  ///   where its file is longer than what a journal takes, `malformed` where it cannot be read as one.
  public func fetchPage(cursor: String?) throws(FeedError) -> FeedPage {
    let accepted = try edits.read()
    let name = try name(of: cursor)
    var page: FeedPage
    do throws(FeedError) {
      page = try readPage(named: name, cursor: cursor)
    } catch {
      guard cursor != nil, error.code == .notFound else { throw error }
      throw FeedError(.expiredCursor, error.message)
    }
    page.documents = page.documents.map { $0.overlaid(with: accepted[$0.id.text] ?? []) }
    return page
  }

  /// What the folder holds on all pages, with the accepted edits laid over its documents.
  ///
  /// - Complexity: O(all pages).
  /// - Throws: `notFound` where no page knows the folder, `malformed` where a page cannot be read as one.
  public func fetchFolder(_ folderID: FolderID) throws(FeedError) -> FolderPage {
    let accepted = try edits.read()
    var found = FolderPage(documents: [])
    for name in try pageNames() {
      let page = try readPage(named: name, cursor: nil)
      found.documents += page.documents.filter { $0.folderID == .value(folderID) }
      found.folders += page.folders.filter { $0.id == folderID || $0.parentID == .value(folderID) }
      found.owners += page.owners
    }
    guard found.folders.contains(where: { $0.id == folderID }) else {
      throw FeedError(.notFound, "no page in \(directory) knows the folder \(folderID.text)")
    }
    let named = Set(found.documents.compactMap(\.ownerID))
    found.owners.removeAll { !named.contains($0.id) }
    found.documents = found.documents.map { $0.overlaid(with: accepted[$0.id.text] ?? []) }
    return found
  }

  /// Accepts an edit of a document that a page holds.
  ///
  /// - Throws: `notFound` where no page holds the document; nothing is kept then.
  public func saveMetadata(
    documentID: DocumentID, mutationID: MutationID, patch: MetadataPatch
  ) throws(FeedError) -> SavedMetadata {
    guard let document = try find(documentID) else {
      throw FeedError(.notFound, "no page in \(directory) holds the document \(documentID.text)")
    }
    var accepted = try edits.read()
    let edit = EditsFile.Edit(mutationID: mutationID, patch: patch)
    var own = accepted[documentID.text] ?? []
    // An edit that comes again after a restart was accepted already: the answer is the same, nothing is done twice.
    if let index = own.firstIndex(of: edit) {
      own.removeSubrange((index + 1)...)
    } else {
      own.append(edit)
      accepted[documentID.text] = own
      try edits.write(accepted)
    }
    let saved = DocumentPayload(document).overlaid(with: own)
    return SavedMetadata(metadata: saved.metadata.over(nil) ?? .empty, rev: saved.rev)
  }

  /// Whether the accepted edits can be read.
  ///
  /// - Throws: why not, with their file.
  func checkEdits() throws(FeedError) { _ = try edits.read() }

  private func find(_ id: DocumentID) throws(FeedError) -> Document? {
    var found: Document?
    for name in try pageNames() {
      for payload in try readPage(named: name, cursor: nil).documents where payload.id == id {
        if found == nil { found = Document(payload) } else { found?.confirm(payload) }
      }
    }
    return found
  }

  private func readPage(named name: String, cursor: String?) throws(FeedError) -> FeedPage {
    let path = "\(directory)/\(name)"
    let bytes = try RegularFile.contents(path, limit: JSONLimits().length)
    do throws(FeedError) {
      let native = try NativePage(parsing: bytes, cursor: cursor)
      for problem in native.problems { warn("\(path): left out: \(problem)") }
      return native.page
    } catch {
      throw FeedError(error.code, "\(path): \(error.message)")
    }
  }
}
