extension JSONValue {
  /// Lets `body` change the container that holds what the tokens lead to; `false` if there is none, or `body` says so.
  ///
  /// The containers on the way are changed in place where nobody else holds them.
  mutating func withParent(of tokens: ArraySlice<String>, _ body: (inout JSONValue, String) -> Bool) -> Bool {
    guard let token = tokens.first else { return false }
    if tokens.count == 1 { return body(&self, token) }
    switch self {
    case .object(var object):
      self = .null
      defer { self = .object(object) }
      var isDone = false
      _ = object.modify(token) { isDone = $0.withParent(of: tokens.dropFirst(), body) }
      return isDone
    case .array(var elements):
      guard let place = JSONPointer.place(token), place < elements.count else { return false }
      self = .null
      defer { self = .array(elements) }
      return elements[place].withParent(of: tokens.dropFirst(), body)
    case .null, .bool, .number, .string: return false
    }
  }

  /// Sets a member, or inserts an element; `-` is the place behind the last.
  mutating func addChild(_ token: String, _ child: JSONValue) -> Bool {
    switch self {
    case .object(var object):
      self = .null
      object[token] = child
      self = .object(object)
      return true
    case .array(var elements):
      guard let place = token == "-" ? elements.count : JSONPointer.place(token), place <= elements.count else {
        return false
      }
      self = .null
      elements.insert(child, at: place)
      self = .array(elements)
      return true
    case .null, .bool, .number, .string: return false
    }
  }

  /// Replaces a member or element that is there.
  mutating func replaceChild(_ token: String, _ child: JSONValue) -> Bool {
    switch self {
    case .object(var object):
      guard object[token] != nil else { return false }
      self = .null
      object[token] = child
      self = .object(object)
      return true
    case .array(var elements):
      guard let place = JSONPointer.place(token), place < elements.count else { return false }
      self = .null
      elements[place] = child
      self = .array(elements)
      return true
    case .null, .bool, .number, .string: return false
    }
  }

  /// Removes a member or element that is there.
  mutating func removeChild(_ token: String) -> Bool {
    switch self {
    case .object(var object):
      guard object[token] != nil else { return false }
      self = .null
      object[token] = nil
      self = .object(object)
      return true
    case .array(var elements):
      guard let place = JSONPointer.place(token), place < elements.count else { return false }
      self = .null
      elements.remove(at: place)
      self = .array(elements)
      return true
    case .null, .bool, .number, .string: return false
    }
  }

  /// Takes about as many bytes as this value is long from `bytesLeft`; `false` as soon as those or the levels run out.
  func spend(_ bytesLeft: inout Int, levelsLeft: Int) -> Bool {
    bytesLeft -= 2
    switch self {
    case .null, .bool: break
    case .number(let number): bytesLeft -= number.spelling.utf8.count
    case .string(let text): bytesLeft -= text.utf8.count
    case .array(let elements):
      guard levelsLeft > 0 else { return false }
      for element in elements where !element.spend(&bytesLeft, levelsLeft: levelsLeft - 1) { return false }
    case .object(let object):
      guard levelsLeft > 0 else { return false }
      for member in object.members {
        bytesLeft -= member.name.utf8.count
        guard member.value.spend(&bytesLeft, levelsLeft: levelsLeft - 1) else { return false }
      }
    }
    return bytesLeft >= 0
  }
}
