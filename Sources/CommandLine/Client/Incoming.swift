import CanonicalJSON

/// A line that the daemon sent: an answer, or news that it tells by itself.
enum Incoming {
  case reply(Reply)
  case news(News)

  /// - Throws: `badReply` for a line that is neither.
  init(parsing line: [UInt8], from path: String) throws(Failure) {
    let json: RawJSON
    do throws(JSONError) {
      json = try RawJSON(parsing: line)
    } catch {
      throw Failure(
        status: .unreachable, name: "badReply",
        message: "what answers at \(path) does not speak JSON (offset \(error.offset)): is it the daemon's socket?")
    }
    let members = json.members
    guard let method = members.first(where: { $0.key == "method" })?.value.string else {
      self = .reply(try Reply(members: members, from: path))
      return
    }
    self = .news(News(method: method, params: members.first { $0.key == "params" }?.value))
  }
}

/// A notification of a subscription.
struct News {
  let method: String
  let params: RawJSON?

  /// Whether it belongs to a subscription, by that method.
  func belongs(to subscription: UInt64, as method: String) -> Bool {
    self.method == method && params?["subscription"]?.unsigned == subscription
  }
}
