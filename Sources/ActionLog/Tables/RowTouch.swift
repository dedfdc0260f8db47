/// A row that changed since the digest was taken, with its digest from then (`nil`: there was no such row).
///
/// A row removed and inserted again is noted twice; the lower ordinal tells how it was at first.
@usableFromInline
struct RowTouch<ID: EntityID>: Sendable {
  @usableFromInline let id: ID
  @usableFromInline let digestBefore: UInt64?
  @usableFromInline let ordinal: Int

  @inlinable
  init(id: ID, digestBefore: UInt64?, ordinal: Int) {
    self.id = id
    self.digestBefore = digestBefore
    self.ordinal = ordinal
  }

  @inlinable
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    let order = TextOrder.compare(left.id.text, right.id.text)
    return order < 0 || (order == 0 && left.ordinal < right.ordinal)
  }
}

/// What settling found changed in one part.
@usableFromInline
enum PartChange: Sendable {
  case none
  /// These rows of a table, ascending.
  case rows([String])
  /// All of it, or it is not known which rows.
  case whole
}

/// What a table does with its rows where only generic code calls it.
@usableFromInline
final class TableCoding<ID: EntityID, Entity: Codable & Equatable & Sendable>: Sendable {
  @usableFromInline
  typealias Settle = @Sendable (inout EntityTable<ID, Entity>, UInt64, inout ValueScratch, Bool) -> PartChange

  @usableFromInline let values: ValueCoding<Entity>
  @usableFromInline let settle: Settle

  @usableFromInline
  init(settle: @escaping Settle) {
    values = ValueCoding()
    self.settle = settle
  }
}
