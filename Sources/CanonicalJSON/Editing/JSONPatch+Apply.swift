extension JSONPatch {
  /// What `value` becomes by all changes in order; if one cannot be made, none is.
  ///
  /// What is added, copies included, may have `limits.length` bytes together and nest to `limits.depth`: a few copies
  /// of the whole into itself would else double it past all memory.
  ///
  /// - Throws: `JSONPatchError` of the first change that cannot be made.
  public func apply(
    to value: JSONValue, limits: JSONLimits = JSONLimits()
  ) throws(JSONPatchError) -> JSONValue {
    var editor = Editor(value: value, bytesLeft: limits.length, depth: min(limits.depth, JSONLimits.deepestTree))
    for (index, operation) in operations.enumerated() {
      do throws(JSONPatchError.Kind) {
        try editor.perform(operation)
      } catch {
        throw JSONPatchError(kind: error, operation: index)
      }
    }
    return editor.value
  }
}

/// The value while it changes.
private struct Editor {
  var value: JSONValue
  var bytesLeft: Int
  let depth: Int

  mutating func perform(_ operation: JSONPatch.Operation) throws(JSONPatchError.Kind) {
    switch operation {
    case .add(let pointer, let added): try add(added, at: pointer)
    case .remove(let pointer): _ = try remove(at: pointer)
    case .replace(let pointer, let replacement):
      guard pointer.value(in: value) != nil else { throw .notFound(pointer.text) }
      try admit(replacement, at: pointer)
      try edit(pointer) { parent, token in parent.replaceChild(token, replacement) }
    case .move(let from, let pointer):
      guard from != pointer else {
        guard from.value(in: value) != nil else { throw .notFound(from.text) }
        return
      }
      guard !from.isPrefix(of: pointer) else { throw .intoItself(from.text) }
      try add(try remove(at: from), at: pointer)
    case .copy(let from, let pointer):
      guard let copied = from.value(in: value) else { throw .notFound(from.text) }
      try add(copied, at: pointer)
    case .test(let pointer, let expected):
      guard let found = pointer.value(in: value) else { throw .notFound(pointer.text) }
      guard found.isEquivalent(to: expected) else { throw .testFailed(pointer.text) }
    }
  }

  private mutating func add(_ added: JSONValue, at pointer: JSONPointer) throws(JSONPatchError.Kind) {
    try admit(added, at: pointer)
    guard !pointer.tokens.isEmpty else {
      value = added
      return
    }
    try edit(pointer) { parent, token in parent.addChild(token, added) }
  }

  private mutating func remove(at pointer: JSONPointer) throws(JSONPatchError.Kind) -> JSONValue {
    guard let removed = pointer.value(in: value) else { throw .notFound(pointer.text) }
    guard !pointer.tokens.isEmpty else {
      value = .null
      return removed
    }
    try edit(pointer) { parent, token in parent.removeChild(token) }
    return removed
  }

  private mutating func edit(
    _ pointer: JSONPointer, _ change: (inout JSONValue, String) -> Bool
  ) throws(JSONPatchError.Kind) {
    guard !pointer.tokens.isEmpty else {
      // Only replacing reaches the root this way.
      var root = JSONValue.array([value])
      _ = change(&root, "0")
      value = root[0] ?? value
      return
    }
    guard value.withParent(of: pointer.tokens[...], change) else { throw .notFound(pointer.text) }
  }

  private mutating func admit(_ added: JSONValue, at pointer: JSONPointer) throws(JSONPatchError.Kind) {
    let isSmall = added.spend(&bytesLeft, levelsLeft: depth - pointer.tokens.count)
    guard isSmall else { throw .tooLarge }
  }
}

extension JSONPointer {
  /// Whether the other pointer leads into what this one leads to.
  fileprivate func isPrefix(of other: JSONPointer) -> Bool {
    other.tokens.count > tokens.count && JSONPointer(tokens: Array(other.tokens.prefix(tokens.count))) == self
  }
}
