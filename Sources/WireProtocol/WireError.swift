import CanonicalJSON

/// An error as it is answered: a stable name, a message that says what to do, and the facts.
package struct WireError: Error, Equatable, Sendable {
  /// One member of `data` beside `name`.
  package struct Fact: Equatable, Sendable {
    package let key: String
    package let value: Value

    package init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// What a fact can be.
  package enum Value: Equatable, Sendable {
    case text(String)
    case integer(Int)
    case seq(UInt64)
  }

  package let name: WireErrorName
  package let message: String
  package let facts: [Fact]

  package init(_ name: WireErrorName, _ message: String, _ facts: [Fact] = []) {
    self.name = name
    self.message = message
    self.facts = facts
  }

  /// The fact called `key`, if there is one.
  package subscript(key: String) -> Value? { facts.first { $0.key == key }?.value }

  /// Writes the error object: `code`, `message`, and `data` with `name` first.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("code")
    writer.integer(name.code)
    writer.key("message")
    writer.string(message)
    writer.key("data")
    writer.beginObject()
    writer.key("name")
    writer.string(name.rawValue)
    for fact in facts {
      writer.key(fact.key)
      switch fact.value {
      case .text(let text): writer.string(text)
      case .integer(let number): writer.integer(number)
      case .seq(let seq): writer.integer(seq)
      }
    }
    writer.endObject()
    writer.endObject()
  }
}
