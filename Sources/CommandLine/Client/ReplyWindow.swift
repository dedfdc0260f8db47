/// Lines that were sent and are not told yet: replies come in any order and leave in the order of the lines.
struct ReplyWindow {
  /// What became of a line.
  struct Entry {
    let line: Int
    let bytes: Int
    let answer: Result<RawJSON, Refusal>
  }

  private struct Waiting {
    let id: UInt64?
    let line: Int
    let bytes: Int
    var answer: Result<RawJSON, Refusal>?
  }

  /// Lines in flight at most. Below what makes a daemon stop reading from us, so that sending never waits for our
  /// own reading.
  static let size = 512

  private var waiting: [Waiting] = []
  private var head = 0
  /// Refusals that came without an id, in the order of their lines.
  private var unplaced: [Refusal] = []

  /// Lines that are not told yet.
  var count: Int { waiting.count - head }

  /// The first line without an answer.
  var oldestLine: Int? { waiting[head...].first { $0.answer == nil }?.line }

  mutating func sent(id: UInt64, line: Int, bytes: Int) {
    waiting.append(Waiting(id: id, line: line, bytes: bytes, answer: nil))
  }

  /// A line that was never sent takes its place in the order all the same.
  mutating func refusedHere(_ failure: Failure, line: Int, bytes: Int) {
    waiting.append(Waiting(id: nil, line: line, bytes: bytes, answer: .failure(Refusal(failure))))
  }

  /// Takes the answer to the request `id`; one that nobody waits for is passed over.
  ///
  /// - Complexity: O(window).
  mutating func answered(id: UInt64, _ answer: Result<RawJSON, ReplyError>) {
    guard let index = waiting[head...].firstIndex(where: { $0.id == id }) else { return }
    waiting[index].answer = answer.mapError(Refusal.init)
    placeRefusals()
  }

  /// Takes the refusal of a line whose id the daemon did not read, because it was too long or too deep.
  ///
  /// - Complexity: O(window).
  mutating func refusedWithoutID(_ error: ReplyError) {
    unplaced.append(Refusal(error))
    placeRefusals()
  }

  /// Every line gets one answer, and those without an id come in the order of their lines: which lines they belong to
  /// shows as soon as no other line waits.
  private mutating func placeRefusals() {
    guard !unplaced.isEmpty else { return }
    let open = waiting[head...].indices.filter { waiting[$0].answer == nil }
    guard open.count == unplaced.count else { return }
    for (index, refusal) in zip(open, unplaced) { waiting[index].answer = .failure(refusal) }
    unplaced.removeAll()
  }

  /// The oldest line, if its answer is there.
  mutating func takeReady() -> Entry? {
    guard head < waiting.count, let answer = waiting[head].answer else { return nil }
    let entry = Entry(line: waiting[head].line, bytes: waiting[head].bytes, answer: answer)
    head += 1
    if head == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= Self.size {
      waiting.removeSubrange(..<head)
      head = 0
    }
    return entry
  }
}
