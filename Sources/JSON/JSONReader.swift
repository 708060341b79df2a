/// What a JSON text may cost to read.
package struct JSONLimits: Sendable, Hashable {
  /// Arrays and objects within each other.
  package var depth: Int
  /// The length of the text.
  package var bytes: Int
  /// Values in all: each element, each member, and the text itself.
  package var members: Int

  package init(depth: Int = 64, bytes: Int = 64 << 20, members: Int = 1_000_000) {
    self.depth = depth
    self.bytes = bytes
    self.members = members
  }
}

/// Why a text is not JSON, or not JSON that is read here.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Bytes before the place, from 0.
  package let offset: Int
  package let reason: String

  package init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }

  package var description: String { "byte \(offset): \(reason)" }
}

/// Reads a JSON text strictly (RFC 8259): no comments, no trailing commas, no byte order mark, no repeated
/// member names, no half surrogates, well-formed UTF-8.
package enum JSONReader {
  /// The value of the whole text.
  ///
  /// Integers beyond 64 bits and numbers with a fraction or exponent are decimals.
  package static func parse(
    _ bytes: Span<UInt8>, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> JSONValue {
    guard bytes.count <= limits.bytes else {
      throw JSONError(offset: limits.bytes, reason: "longer than \(limits.bytes) bytes")
    }
    var cursor = JSONCursor(limits: limits)
    cursor.skipBlanks(bytes)
    let value = try cursor.value(bytes, depth: 0)
    cursor.skipBlanks(bytes)
    guard cursor.at == bytes.count else { throw cursor.error("more after the end of the value") }
    return value
  }

  package static func parse(
    _ bytes: [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> JSONValue {
    try parse(bytes.span, limits: limits)
  }
}
