import CanonicalJSON

@testable import WireProtocol

/// The method table that the examples of the JSON-RPC specification assume.
///
/// It takes parameters by position too, which the daemon's own table refuses: the parser below both is the same.
struct ToyMethods: MethodTable, Sendable {
  enum Call: Equatable {
    case result(String)
  }

  private static let names = ["subtract", "sum", "update", "get_data", "notify_hello", "notify_sum"]

  func read(
    _ method: String, _ form: ParamsForm, from reader: inout JSONReader, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> Result<Call, WireError> {
    var params = JSONValue.null
    if form != .absent {
      params = try JSONValue.parse(UnsafeBufferPointer(rebasing: bytes[try reader.skipValue()]), limits: JSONLimits())
    }
    guard Self.names.contains(method) else { return .failure(.methodNotFound(method, nearest: nil)) }
    switch method {
    case "subtract":
      guard let (minuend, subtrahend) = operands(params) else {
        return .failure(.invalidParams(path: "", "two numbers are needed"))
      }
      return .success(.result("\(minuend - subtrahend)"))
    case "sum": return .success(.result("\(numbers(params).reduce(0, +))"))
    case "get_data": return .success(.result("[\"hello\",5]"))
    default: return .success(.result("null"))
    }
  }

  private func operands(_ params: JSONValue) -> (Int, Int)? {
    if case .object = params {
      guard let minuend = params["minuend"].flatMap(number), let subtrahend = params["subtrahend"].flatMap(number)
      else { return nil }
      return (minuend, subtrahend)
    }
    let numbers = numbers(params)
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  private func numbers(_ params: JSONValue) -> [Int] {
    if case .array(let elements) = params { elements.compactMap(number) } else { [] }
  }

  private func number(_ value: JSONValue) -> Int? {
    var writer = JSONWriter()
    value.write(to: &writer)
    return Int(String(decoding: writer.bytes, as: UTF8.self))
  }
}

extension ToyMethods {
  /// Answers `line` as the daemon's loop does: nil where nothing is owed.
  static func answer(_ line: [UInt8]) -> String? {
    let bytes = line.withUnsafeBufferPointer { line -> [UInt8] in
      var out: [UInt8] = []
      switch LineParser(table: ToyMethods(), limits: Limits()).parse(line) {
      case .refused(let error):
        Response.append(error: error, id: .null, to: &out)
      case .single(let member):
        var collector = BatchCollector(count: 1, limit: 1 << 20)
        collector.add(member)
        // One reply without its brackets.
        if collector.finish(into: &out) { out = Array(out.dropFirst().dropLast()) }
      case .batch(let members):
        var collector = BatchCollector(count: members.count, limit: 1 << 20)
        for member in members { collector.add(member) }
        _ = collector.finish(into: &out)
      }
      return out
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

extension BatchCollector {
  fileprivate mutating func add(_ member: ParsedMember<ToyMethods.Call>) {
    switch member.call {
    case .success(.result(let json)): Array(json.utf8).withUnsafeBufferPointer { add(result: $0, id: member.id) }
    case .failure(let error): add(error: error, id: member.id)
    }
  }
}
