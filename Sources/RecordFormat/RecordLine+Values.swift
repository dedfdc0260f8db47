import CanonicalJSON

extension RecordLine {
  /// Path of the action in the domain.
  package var type: String { typeText.string }

  /// The type as it stands in the line, for comparing.
  package var typeText: RecordText { RecordText(quoted: slice(places.type)) }

  /// Whether this is a record of the daemon itself: its type begins with `log.`.
  package var isDaemons: Bool { typeText.hasPrefix("log.") }

  /// Where the payload is, an object.
  package var action: Range<Int> { places.action.range }

  /// The payload's bytes.
  package var actionBytes: UnsafeBufferPointer<UInt8> { slice(places.action) }

  /// The client's idempotency key.
  package var id: String? { idText?.string }

  /// The client's idempotency key as it stands in the line.
  package var idText: RecordText? { text(places.id) }

  /// The client's `traceparent`.
  package var trace: String? { text(places.trace)?.string }

  /// Id of the effect or timer that the record reports on.
  package var effect: String? { effectText?.string }

  /// Id of the effect or timer that the record reports on, as it stands in the line.
  package var effectText: RecordText? { text(places.effect) }

  /// Whether the record asks for effects.
  package var hasEffects: Bool { !places.effects.isAbsent }

  /// Where the list of effects is; nil where there is none.
  package var effectsRange: Range<Int>? { places.effects.isAbsent ? nil : places.effects.range }

  /// Where the reason is; nil where there is none.
  package var whyRange: Range<Int>? { places.why.isAbsent ? nil : places.why.range }

  /// Where the origin is, an object.
  package var byRange: Range<Int> { places.by.range }

  /// The record's bytes at a range of it.
  package func bytes(at range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }

  private func text(_ place: Place) -> RecordText? {
    place.isAbsent ? nil : RecordText(quoted: slice(place))
  }

  func slice(_ place: Place) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[place.range]) }
}
