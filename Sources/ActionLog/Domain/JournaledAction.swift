/// An action as its record holds it, borrowed from there: nothing of it is copied.
public struct JournaledAction {
  /// The path of the action in its domain, as UTF-8.
  public let type: UnsafeBufferPointer<UInt8>
  /// The version of the payload.
  public let v: Int
  /// The payload, an object.
  public let payload: UnsafeBufferPointer<UInt8>

  /// Borrows the parts of a record; valid as long as their memory.
  public init(type: UnsafeBufferPointer<UInt8>, v: Int, payload: UnsafeBufferPointer<UInt8>) {
    self.type = type
    self.v = v
    self.payload = payload
  }
}
