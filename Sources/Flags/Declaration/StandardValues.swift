extension String: FlagValue {
  /// Any text but the empty one, which is nearly always a variable that was not set.
  package init(flagText: String) throws(ValueError) {
    guard !flagText.isEmpty else { throw ValueError("is empty") }
    self = flagText
  }
  package var flagText: String? { isEmpty ? nil : self }
  package static var placeholder: String { "TEXT" }
}

extension Int: FlagValue {
  /// A whole number in decimal, with or without a sign.
  package init(flagText: String) throws(ValueError) {
    self = try wholeNumber(flagText)
  }
  package var flagText: String? { String(self) }
  package static var placeholder: String { "N" }
}

extension Int64: FlagValue {
  /// A whole number in decimal, with or without a sign.
  package init(flagText: String) throws(ValueError) {
    self = try wholeNumber(flagText)
  }
  package var flagText: String? { String(self) }
  package static var placeholder: String { "N" }
}

extension Double: FlagValue {
  /// A finite decimal number; neither hexadecimal nor "inf" nor "nan".
  package init(flagText: String) throws(ValueError) {
    let isDecimal = flagText.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
    }
    guard isDecimal, let number = Double(flagText), number.isFinite else {
      throw ValueError("is not a number")
    }
    self = number
  }
  package var flagText: String? {
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
  package static var placeholder: String { "NUMBER" }
}

/// nil means that the option was not given.
extension Optional: FlagValue where Wrapped: FlagValue {
  package init(flagText: String) throws(ValueError) {
    self = .some(try Wrapped(flagText: flagText))
  }
  package var flagText: String? {
    switch self {
    case .some(let value): value.flagText
    case .none: nil
    }
  }
  package static var placeholder: String { Wrapped.placeholder }
  package static var choices: [String] { Wrapped.choices }
  package static var completion: Completion { Wrapped.completion }
}

private func wholeNumber<Number: FixedWidthInteger>(_ text: String) throws(ValueError) -> Number {
  if let number = Number(text) { return number }
  let digits = text.utf8.drop { $0 == 0x2B || $0 == 0x2D }
  let isNumber = !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
  guard isNumber, text.utf8.count - digits.count <= 1 else { throw ValueError("is not a whole number") }
  throw ValueError("is too large")
}
