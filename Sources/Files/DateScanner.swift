/// Reads the pieces of a written date from left to right; a piece is nil where the text has something else.
struct DateScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    // No date is longer; a longer text fails at the end of what is kept.
    bytes = Array(text.utf8.prefix(128))
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Exactly so many decimal digits.
  mutating func number(digits: Int) -> Int64? {
    guard position + digits <= bytes.count else { return nil }
    var value: Int64 = 0
    for byte in bytes[position..<position + digits] {
      guard let digit = Self.digit(byte) else { return nil }
      value = value * 10 + digit
    }
    position += digits
    return value
  }

  /// Takes one byte if it is one of these.
  mutating func skip(any choices: StaticString) -> Bool {
    guard position < bytes.count else { return false }
    let byte = bytes[position]
    guard choices.withUTF8Buffer({ $0.contains(byte) }) else { return false }
    position += 1
    return true
  }

  /// Takes exactly this text.
  mutating func skip(_ text: StaticString) -> Bool {
    let matches = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if matches { position += text.utf8CodeUnitCount }
    return matches
  }

  /// Takes the first of these texts that stands here; its index.
  mutating func choice(of texts: [StaticString]) -> Int? {
    texts.indices.first { skip(texts[$0]) }
  }

  /// `2027-01-31`, a day that exists.
  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), skip("-"), let month = number(digits: 2), skip("-") else {
      return nil
    }
    guard let day = number(digits: 2) else { return nil }
    return CivilDate(year: Int(year), month: Int(month), day: Int(day))
  }

  /// `23:59:60`, as seconds since midnight.
  mutating func timeOfDay() -> Int64? {
    guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), skip(":") else {
      return nil
    }
    guard let second = number(digits: 2), hour < 24, minute < 60, second <= 60 else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// `.25` as nanoseconds; 0 where no fraction stands; nil for a point without digits.
  mutating func fraction() -> Int32? {
    guard skip(".") else { return 0 }
    var value: Int32 = 0
    var count = 0
    while position < bytes.count, let digit = Self.digit(bytes[position]) {
      if count < 9 { value = value * 10 + Int32(digit) }
      count += 1
      position += 1
    }
    guard count > 0 else { return nil }
    for _ in count..<max(9, count) { value *= 10 }
    return value
  }

  /// `Z`, `+01:00`: seconds east of UTC.
  mutating func offset() -> Int64? {
    if skip(any: "Zz") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+") else { return nil }
    guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2) else { return nil }
    guard hour < 24, minute < 60 else { return nil }
    return (isWest ? -1 : 1) * (hour * 3600 + minute * 60)
  }

  private static func digit(_ byte: UInt8) -> Int64? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int64(byte - UInt8(ascii: "0")) : nil
  }
}
