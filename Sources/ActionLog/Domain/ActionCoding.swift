import CanonicalJSON

/// Actions and effects of a domain to their names and payloads, and back.
///
/// Made once, from the domain's catalogue, and never changed; any thread may use it.
public final class ActionCoding<D: Domain>: Sendable {
  /// What is known of one name.
  struct Known: Sendable {
    let entry: ActionCatalogue<D.Action>.Entry
    let wrapper: WireWrapper
    let hot: JournalReader<D.Action>?
  }

  let known: [Known]
  // Beside `known`, so that the door and replay touch no more of a name than they need.
  @usableFromInline let versions: [Int]
  let origins: [ActionOrigin]
  let types: [String]
  let wrappers: [WireWrapper]
  @usableFromInline let hotReaders: [JournalReader<D.Action>?]
  @usableFromInline let names: NameTable
  let upcasters: [Upcaster]

  /// Reads the domain's catalogue and upcasters.
  public init() {
    known = D.actions.entries.map { entry in
      Known(entry: entry, wrapper: WireWrapper(type: entry.type), hot: Self.hotReader(for: entry.type))
    }
    types = known.map(\.entry.type)
    versions = known.map(\.entry.v)
    origins = known.map(\.entry.origin)
    wrappers = known.map(\.wrapper)
    hotReaders = known.map(\.hot)
    names = NameTable(types)
    upcasters = D.upcasters
  }

  private static func hotReader(for type: String) -> JournalReader<D.Action>? {
    guard let hot = D.Action.self as? any JournalDecodable.Type else { return nil }
    return reader(of: hot, for: type) as? JournalReader<D.Action>
  }

  private static func reader<A: JournalDecodable>(of hot: A.Type, for type: String) -> Any? {
    A.journalReader(for: type)
  }

  /// The catalogue's entry of a name; nil for names that only old journals know.
  ///
  /// - Complexity: O(1) in the number of actions.
  public func entry(for type: String) -> ActionCatalogue<D.Action>.Entry? {
    names.index(of: type).map { known[$0].entry }
  }

  /// The entry that a name and version lead to, over upcasters; nil when nothing reads them.
  public func entry(for type: String, v: Int) -> ActionCatalogue<D.Action>.Entry? {
    var type = type
    var v = v
    for _ in 0...upcasters.count {
      if let entry = entry(for: type), entry.v == v { return entry }
      guard let upcaster = upcaster(for: type, v: v) else { return nil }
      (type, v) = (upcaster.newType, upcaster.to)
    }
    return nil
  }

  /// Who may dispatch the action that a name and version lead to, over upcasters; nil when nothing reads them.
  package func origin(of type: String, v: Int) -> ActionOrigin? {
    if let index = names.index(of: type), versions[index] == v { return origins[index] }
    return originOfOld(type, v: v)
  }

  /// Kept apart: the entry in it would cost every call of `origin` the look-up of its type.
  @inline(never)
  private func originOfOld(_ type: String, v: Int) -> ActionOrigin? { entry(for: type, v: v)?.origin }

  /// The name of an action that is spelled most like this one; nil when none is near.
  public func nearestType(to type: String) -> String? {
    NearestName.nearest(to: type, in: types)
  }

  /// An action's name, version and payload.
  ///
  /// - Throws: ``DomainFault/Kind`` `notEncodable`, `payloadWithoutJSON` or `actionNotInCatalogue`.
  public func encode(_ action: D.Action) throws(DomainFault.Kind) -> EncodedAction {
    let named = try Self.named(action) { type, _ in names.index(of: type) != nil }
    guard let index = names.index(of: named.type) else { throw .actionNotInCatalogue(type: named.type) }
    return EncodedAction(type: named.type, v: known[index].entry.v, payload: named.payload)
  }

  /// An effect's name and payload; nested effects give a path as nested actions do.
  ///
  /// - Throws: ``DomainFault/Kind`` `notEncodable`, `payloadWithoutJSON` or `reservedName`.
  public func encode(effect: D.Effect) throws(DomainFault.Kind) -> (type: String, payload: [UInt8]) {
    let named = try Self.named(effect) { _, _ in false }
    guard !named.type.hasPrefix("log.") else { throw .reservedName(type: named.type) }
    return (named.type, named.payload)
  }

  private static func named(
    _ value: some Encodable, isComplete: (String, Int) -> Bool
  ) throws(DomainFault.Kind) -> WireForm.Named {
    do {
      return try WireForm.encode(value, isComplete: isComplete)
    } catch {
      switch error {
      case .noJSON(let missing): throw .payloadWithoutJSON(missing)
      case .notAnEnumCase: throw .notEncodable(what: "\(value)")
      case .unlabelled(let type): throw .notEncodable(what: type)
      }
    }
  }
}
