/// The names in a payload, among them those that every payload has: whom it tells of, how much, and as of when.
protocol PayloadKey: CodingKey {
  static var id: Self { get }
  static var partial: Self { get }
  static var rev: Self { get }
}

extension KeyedDecodingContainer where Key: PayloadKey {
  /// Reads what every payload has; one that does not say that it is partial is whole.
  func head<ID: Decodable>(_ type: ID.Type) throws -> (id: ID, isPartial: Bool, rev: Int?) {
    let id = try decode(type, forKey: .id)
    let isPartial = try decodeIfPresent(Bool.self, forKey: .partial) ?? false
    return (id, isPartial, try decodeIfPresent(Int.self, forKey: .rev))
  }
}

extension KeyedEncodingContainer where Key: PayloadKey {
  /// Writes what every payload has.
  mutating func encodeHead(_ id: some Encodable, isPartial: Bool, rev: Int?) throws {
    try encode(id, forKey: .id)
    if isPartial { try encode(true, forKey: .partial) }
    try encodeIfPresent(rev, forKey: .rev)
  }
}
