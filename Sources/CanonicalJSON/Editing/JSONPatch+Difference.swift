extension JSONPatch {
  /// The changes that make `new` of `old`, as `apply` makes them; none where both have the same canonical bytes.
  ///
  /// Objects are compared member by member, in the canonical order of their names. Of two arrays the equal elements at
  /// both ends are passed over; what lies between is compared place by place, and the rest is removed or added. So an
  /// insertion or a removal is one change; an element that moved is told as several.
  ///
  /// - Complexity: O(size of both).
  public init(from old: JSONValue, to new: JSONValue) {
    var difference = Difference()
    difference.compare(old, new)
    self.init(difference.operations)
  }

  /// The patch as RFC 6902 spells it.
  public var json: JSONValue { .array(operations.map(\.json)) }
}

extension JSONPatch.Operation {
  /// The operation as RFC 6902 spells it.
  public var json: JSONValue {
    switch self {
    case .add(let pointer, let value): Self.object("add", pointer, value: value)
    case .remove(let pointer): Self.object("remove", pointer)
    case .replace(let pointer, let value): Self.object("replace", pointer, value: value)
    case .move(let from, let pointer): Self.object("move", pointer, from: from)
    case .copy(let from, let pointer): Self.object("copy", pointer, from: from)
    case .test(let pointer, let value): Self.object("test", pointer, value: value)
    }
  }

  private static func object(
    _ name: String, _ pointer: JSONPointer, from: JSONPointer? = nil, value: JSONValue? = nil
  ) -> JSONValue {
    var object = JSONObject()
    object["op"] = .string(name)
    if let from { object["from"] = .string(from.text) }
    object["path"] = .string(pointer.text)
    if let value { object["value"] = value }
    return .object(object)
  }
}

/// Collects the changes while two values are walked side by side.
private struct Difference {
  var operations: [JSONPatch.Operation] = []
  private var path: [String] = []

  private var pointer: JSONPointer { JSONPointer(tokens: path) }

  mutating func compare(_ old: JSONValue, _ new: JSONValue) {
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new)
    case (.array(let old), .array(let new)): compare(old, new)
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
      if old != new { operations.append(.replace(pointer, new)) }
    }
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject) {
    for member in old.sortedMembers {
      within(member.name) { difference in
        if let value = new[member.name] {
          difference.compare(member.value, value)
        } else {
          difference.operations.append(.remove(difference.pointer))
        }
      }
    }
    for member in new.sortedMembers where old[member.name] == nil {
      within(member.name) { $0.operations.append(.add($0.pointer, member.value)) }
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue]) {
    let shared = min(old.count, new.count)
    var start = 0
    while start < shared, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shared - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let removed = start..<old.count - end
    let added = start..<new.count - end
    let paired = start + min(removed.count, added.count)
    for place in start..<paired { within("\(place)") { $0.compare(old[place], new[place]) } }
    // From the last one on, so that the places of the others stay what they are.
    for place in (paired..<max(paired, removed.upperBound)).reversed() {
      within("\(place)") { $0.operations.append(.remove($0.pointer)) }
    }
    for place in paired..<max(paired, added.upperBound) {
      within("\(place)") { $0.operations.append(.add($0.pointer, new[place])) }
    }
  }

  private mutating func within(_ token: String, _ body: (inout Difference) -> Void) {
    path.append(token)
    body(&self)
    path.removeLast()
  }
}
