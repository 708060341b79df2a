/// A JSON text as a value (RFC 8259).
///
/// Two spellings of one number may differ as values (`integer(1)`, `decimal(1)`); both are written `1`.
/// Member names that Unicode holds to be the same text are one member.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case decimal(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of that name; nil where it is absent or the value is not an object.
  package subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  /// The text of a string; nil for every other kind.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// A whole number, also where it was written as a decimal without a fraction; nil for every other kind.
  package var int: Int64? {
    switch self {
    case .integer(let value): value
    case .decimal(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// Any number; nil for every other kind.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): value
    default: nil
    }
  }

  /// True or false; nil for every other kind.
  package var flag: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// The elements of an array; nil for every other kind.
  package var items: [JSONValue]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  /// The members of an object; nil for every other kind.
  package var members: [String: JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// Whether this is `null`.
  package var isNull: Bool { self == .null }
}
