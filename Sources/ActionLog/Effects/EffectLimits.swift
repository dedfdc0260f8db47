/// The limits on what one action may ask for; beyond them the domain is broken.
public enum EffectLimits {
  /// Effects, timers and cancels per action.
  public static let count = 256
  /// Bytes of the payload of one effect.
  public static let payloadBytes = 64 << 10
  /// Bytes of the payloads of all effects of one action.
  public static let totalPayloadBytes = 4 << 20
  /// UTF-8 bytes of a key.
  public static let keyBytes = 256
  /// The longest delay of a timer: ten years of 365.25 days.
  public static let delayMillisecondsMax: Int64 = 315_576_000_000
}
