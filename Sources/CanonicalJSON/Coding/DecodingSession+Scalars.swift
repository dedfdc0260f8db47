extension DecodingSession {
  func isNull(_ node: Int) -> Bool { kind(of: node) == .null }

  func integer<T: FixedWidthInteger>(_ type: T.Type, at node: Int) throws -> T {
    var reader = reader(at: node)
    do throws(JSONError) {
      let value = T.isSigned ? T(exactly: try reader.readInt64()) : T(exactly: try reader.readUInt64())
      if let value { return value }
    } catch {
      // The tape was checked: what is thrown here says only that the number does not fit.
    }
    throw mismatch(Expectation.phrase(type), at: node)
  }

  func double(at node: Int) throws -> Double {
    var reader = reader(at: node)
    do throws(JSONError) {
      return try reader.readDouble()
    } catch {
      throw failure(error, at: node)
    }
  }

  /// The nearest float; by way of a double it would be rounded twice.
  func float(at node: Int) throws -> Float {
    guard kind(of: node) == .number else { throw mismatch("a number", at: node) }
    let range = tape.nodes[node].range
    let digits = UnsafeBufferPointer(start: tape.base + range.lowerBound, count: range.count)
    guard let value = Float(String(decoding: digits, as: UTF8.self)), value.isFinite else {
      throw mismatch("a number in range", at: node)
    }
    return value
  }

  func string(at node: Int) throws -> String {
    var reader = reader(at: node)
    do throws(JSONError) {
      return try reader.readString()
    } catch {
      throw failure(error, at: node)
    }
  }

  func bool(at node: Int) throws -> Bool {
    var reader = reader(at: node)
    do throws(JSONError) {
      return try reader.readBool()
    } catch {
      throw failure(error, at: node)
    }
  }
}
