/// An action as it is journaled: its name, the version of its payload and the payload, a canonical JSON object.
public struct EncodedAction: Sendable, Equatable {
  /// The name on the wire.
  public let type: String
  /// The version of the payload.
  public let v: Int
  /// The payload.
  public let payload: [UInt8]

  /// Holds an encoded action.
  public init(type: String, v: Int, payload: [UInt8]) {
    self.type = type
    self.v = v
    self.payload = payload
  }
}
