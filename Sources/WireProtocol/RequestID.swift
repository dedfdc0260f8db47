/// The `id` of a JSON-RPC request: the JSON text itself, given back byte for byte.
///
/// Up to 15 bytes of it are kept without an allocation.
package struct RequestID: Hashable, Sendable {
  /// The JSON text: a string with its quotes, a number, or `null`.
  package let json: String

  /// What answers to something whose id could not be known carry.
  package static let null = RequestID(json: "null")

  package init(json: String) {
    self.json = json
  }

  /// The id that stands in `bytes`, which a strict reader has passed.
  package init(validated bytes: UnsafeBufferPointer<UInt8>) {
    json = String(decoding: bytes, as: UTF8.self)
  }
}
