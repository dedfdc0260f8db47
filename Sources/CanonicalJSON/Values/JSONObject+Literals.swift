extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The object with these members; a name that comes again replaces the value of the first.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init()
    for (name, value) in elements { self[name] = value }
  }
}
