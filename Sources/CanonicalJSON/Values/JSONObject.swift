/// The members of a JSON object: in order, no name twice, names told apart by their UTF-8 bytes.
public struct JSONObject: Sendable {
  /// A name and its value.
  public struct Member: Sendable {
    /// The name.
    public let name: String
    /// The value.
    public var value: JSONValue
  }

  /// Up to this many members are looked through one by one.
  private static let crowd = 16

  /// The members in their order.
  public private(set) var members: [Member] = []
  /// The places of the names, kept once there are many.
  private var places: [UTF8Name: Int] = [:]

  /// Makes an object without members.
  public init() {}

  /// How many members there are.
  public var count: Int { members.count }

  /// Whether there are none.
  public var isEmpty: Bool { members.isEmpty }

  /// The names in their order.
  public var names: [String] { members.map(\.name) }

  /// The members as RFC 8785 orders them: by the UTF-16 code units of their names.
  public var sortedMembers: [Member] { members.sorted { UTF8Order.isUTF16Ascending($0.name, $1.name) } }

  /// The value of a name: a new one is added at the end, `nil` removes the member.
  ///
  /// - Complexity: expected O(1) but for removing, which is O(`count`).
  public subscript(name: String) -> JSONValue? {
    get { place(of: name).map { members[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): remove(at: place)
      case (nil, let value?): append(name, value)
      case (nil, nil): break
      }
    }
  }

  /// Lets `body` change the value of a name in place; `false` if there is no such member.
  mutating func modify<E: Error>(_ name: String, _ body: (inout JSONValue) throws(E) -> Void) throws(E) -> Bool {
    guard let place = place(of: name) else { return false }
    try body(&members[place].value)
    return true
  }

  /// Keeps the members that satisfy `isKept`, in their order.
  mutating func filter(_ isKept: (Member) -> Bool) {
    members.removeAll { !isKept($0) }
    index()
  }

  /// Adds a member whose name is known to be new.
  mutating func append(_ name: String, _ value: JSONValue) {
    members.append(Member(name: name, value: value))
    if !places.isEmpty {
      places[UTF8Name(text: name)] = members.count - 1
    } else if members.count > Self.crowd {
      index()
    }
  }

  private mutating func remove(at place: Int) {
    members.remove(at: place)
    index()
  }

  private mutating func index() {
    places = [:]
    guard members.count > Self.crowd else { return }
    for (place, member) in members.enumerated() { places[UTF8Name(text: member.name)] = place }
  }

  private func place(of name: String) -> Int? {
    if !places.isEmpty { return places[UTF8Name(text: name)] }
    return members.firstIndex { UTF8Order.areEqual($0.name, name) }
  }
}

/// A name that is equal to another only if its bytes are, unlike a `String`.
struct UTF8Name: Hashable {
  var text: String

  static func == (one: UTF8Name, other: UTF8Name) -> Bool { UTF8Order.areEqual(one.text, other.text) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
