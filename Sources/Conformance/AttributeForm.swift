/// One attribute of a tag as the specification describes it.
struct AttributeForm: Sendable, Hashable {
  /// The types of values (4.2).
  enum Kind: Sendable, Hashable {
    case integer
    case decimal
    case signedDecimal
    case resolution
    case hexadecimal
    case quoted
    case enumerated
    /// A group in quotes or NONE without.
    case enumeratedOrQuoted
  }

  let name: String
  let kind: Kind
  /// Whether each such tag must have it, whatever else it has.
  let isRequired: Bool

  static func required(_ name: String, _ kind: Kind) -> AttributeForm {
    AttributeForm(name: name, kind: kind, isRequired: true)
  }

  static func optional(_ name: String, _ kind: Kind) -> AttributeForm {
    AttributeForm(name: name, kind: kind, isRequired: false)
  }
}

extension [AttributeForm] {
  /// Several of one type that a tag may have.
  static func optional(_ kind: AttributeForm.Kind, _ names: String...) -> [AttributeForm] {
    names.map { .optional($0, kind) }
  }
}
