/// What a list does with its elements where only generic code calls it.
@usableFromInline
final class ListCoding<Element: Codable & Equatable & Sendable>: Sendable {
  @usableFromInline
  typealias Settle = @Sendable (inout EntityList<Element>, inout ValueScratch) -> Void

  @usableFromInline let values: ValueCoding<Element>
  @usableFromInline let settle: Settle

  @usableFromInline
  init(settle: @escaping Settle) {
    values = ValueCoding()
    self.settle = settle
  }
}

extension EntityList {
  /// Hashes the elements that changed and joins the polynomials of the chunks above them.
  ///
  /// - Complexity: O(k log n) for k changed elements.
  @inlinable
  mutating func settleElements(scratch: inout ValueScratch) {
    if isSettled { return }
    summary = Node.settle(&root, coding.values, scratch: &scratch)
    isSettled = true
  }
}

extension ListNode {
  @inlinable
  static func settle(_ node: inout ListNode, _ values: ValueCoding<Element>, scratch: inout ValueScratch) -> ListSummary
  {
    makeUnique(&node)
    let target = node
    var summary = ListSummary()
    if target.height == 0 {
      while let slot = target.unsettled.popFirst() {
        target.hashes[slot] = values.hash(target.elements[slot], scratch: &scratch)
      }
      for hash in target.hashes { summary.append(hash) }
    } else {
      while let place = target.unsettled.popFirst() {
        target.summaries[place] = settle(&target.children[place], values, scratch: &scratch)
      }
      for part in target.summaries { summary.append(part) }
    }
    return summary
  }
}
