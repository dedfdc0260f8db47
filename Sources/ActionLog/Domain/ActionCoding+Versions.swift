extension ActionCoding {
  /// The current version of a name's payload; nil for an unknown name.
  ///
  /// - Complexity: O(length of the name).
  package func currentVersion(of type: String) -> Int? {
    var type = type
    return type.withUTF8 { names.index(of: $0) }.map { versions[$0] }
  }
}
