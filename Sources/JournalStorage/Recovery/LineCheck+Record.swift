import RecordFormat

extension LineCheck {
  /// The record that a line is if it stands here, else nil.
  ///
  /// - Parameter line: without its 0x0A.
  /// - Complexity: O(length).
  func record(in line: UnsafeBufferPointer<UInt8>) -> RecordLine? {
    do throws(Fault) {
      return try standing(line)
    } catch {
      return nil
    }
  }

  /// What is expected here, in words.
  var expectation: String { "a record with seq \(expectedSeq) whose hash follows \(previous.hex)" }
}

extension RecordLine {
  /// The record that a line has the form of, else nil. Whether its hash follows is not asked.
  static func form(of line: UnsafeBufferPointer<UInt8>) -> RecordLine? {
    do throws(RecordFormatError) {
      return try RecordLine(parsing: line)
    } catch {
      return nil
    }
  }
}
