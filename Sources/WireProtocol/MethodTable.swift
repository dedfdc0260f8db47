import CanonicalJSON

/// The form in which a request brings its parameters.
package enum ParamsForm: Sendable {
  case absent
  case byName
  case byPosition
}

/// The methods that a request parser knows, and how each reads its parameters.
///
/// The parser itself knows JSON-RPC only; the daemon's table is `DaemonMethods`.
package protocol MethodTable {
  /// A method with its parameters.
  associatedtype Call

  /// Reads the parameters of `method`.
  ///
  /// Where `form` is not `absent` the reader stands before the value, and must stand behind it afterwards, whatever
  /// is wrong with the parameters: the rest of the line is read too. `bytes` are what the reader's offsets count in.
  ///
  /// - Throws: what is not JSON.
  func read(
    _ method: String, _ form: ParamsForm, from reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> Result<Call, WireError>
}
