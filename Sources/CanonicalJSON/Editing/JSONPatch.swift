/// A list of changes to a JSON value (RFC 6902).
public struct JSONPatch: Sendable, Equatable {
  /// One change.
  public enum Operation: Sendable, Equatable {
    /// Adds a member or replaces it, or inserts an element.
    case add(JSONPointer, JSONValue)
    /// Removes what is there.
    case remove(JSONPointer)
    /// Replaces what is there.
    case replace(JSONPointer, JSONValue)
    /// Takes what is at `from` and adds it.
    case move(from: JSONPointer, JSONPointer)
    /// Adds a copy of what is at `from`.
    case copy(from: JSONPointer, JSONPointer)
    /// Asks that what is there is equal, numbers compared as numbers.
    case test(JSONPointer, JSONValue)
  }

  /// The changes, in order.
  public let operations: [Operation]

  /// Makes a patch.
  public init(_ operations: [Operation]) { self.operations = operations }

  /// Reads a patch from its JSON.
  public init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONPatchError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(bytes, limits: limits)
    } catch {
      throw JSONPatchError(kind: .syntax(error), operation: nil)
    }
    try self.init(value)
  }

  /// Reads a patch from a JSON value; members that an operation does not know are passed over, as RFC 6902 asks.
  public init(_ value: JSONValue) throws(JSONPatchError) {
    guard case .array(let elements) = value else { throw JSONPatchError(kind: .notAPatch, operation: nil) }
    var operations: [Operation] = []
    for (index, element) in elements.enumerated() {
      do throws(JSONPatchError.Kind) {
        operations.append(try Self.operation(element))
      } catch {
        throw JSONPatchError(kind: error, operation: index)
      }
    }
    self.operations = operations
  }

  private static func operation(_ element: JSONValue) throws(JSONPatchError.Kind) -> Operation {
    guard case .object(let members) = element else { throw .notAPatch }
    guard let name = members["op"]?.string else { throw .badMember("op") }
    switch name {
    case "add": return .add(try pointer("path", members), try value(members))
    case "remove": return .remove(try pointer("path", members))
    case "replace": return .replace(try pointer("path", members), try value(members))
    case "move": return .move(from: try pointer("from", members), try pointer("path", members))
    case "copy": return .copy(from: try pointer("from", members), try pointer("path", members))
    case "test": return .test(try pointer("path", members), try value(members))
    default: throw .unknownOperation(name)
    }
  }

  private static func pointer(_ name: String, _ members: JSONObject) throws(JSONPatchError.Kind) -> JSONPointer {
    guard let text = members[name]?.string else { throw .badMember(name) }
    do throws(JSONPointerError) {
      return try JSONPointer(text)
    } catch {
      throw .badPointer(error)
    }
  }

  private static func value(_ members: JSONObject) throws(JSONPatchError.Kind) -> JSONValue {
    guard let value = members["value"] else { throw .badMember("value") }
    return value
  }
}

extension JSONPatchError.Kind: Error {}
