import CanonicalJSON
import RecordFormat

/// A place in a journal, as `--until` takes it.
enum JournalPoint: Equatable {
  case seq(UInt64)
  case time(Timestamp)

  /// Digits alone are a seq; everything else must be a time.
  init?(_ text: String, times: TimeArgument) {
    if let seq = UInt64(text) {
      self = .seq(seq)
    } else if let time = times.parse(text) {
      self = .time(time)
    } else {
      return nil
    }
  }

  /// Whether the record lies behind this place.
  func isBefore(_ record: RecordLine) -> Bool {
    switch self {
    case .seq(let seq): record.seq > seq
    case .time(let time): record.at > time
    }
  }
}
