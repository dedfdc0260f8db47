import ActionLog
import WireProtocol

/// What the daemon tells people once it serves: what to type next.
enum StartText {
  /// The lines, with an example of an action that clients may dispatch.
  static func lines<Action: ActionGroup>(
    _ example: ActionCatalogue<Action>.Entry?, _ options: DaemonOptions, client: ClientCommand
  ) -> [String] {
    // Both programs find the same default socket; one that was named has to be named to both.
    let socket = options.socket.rule == .argument ? " --socket \(quoted(options.socket.path))" : ""
    let stands = client.isThere ? "" : ", where `\(client.words)` stands for the command line of this domain"
    var lines = ["serving; try, in another terminal\(stands):"]
    if let example {
      let payload = String(decoding: example.payload, as: UTF8.self)
      let argument = payload == "{}" ? "" : " \(quoted(payload))"
      lines.append("  \(client.words) dispatch \(example.type)\(argument)\(socket)")
    }
    lines.append("  \(client.words) get\(socket)")
    return lines
  }

  /// A word as a shell takes it.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || [0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
      }
    if isPlain { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
