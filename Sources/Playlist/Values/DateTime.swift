/// A date and time of ISO 8601 as EXT-X-PROGRAM-DATE-TIME and EXT-X-DATERANGE write it (4.4.4.6, 4.4.5.1).
package struct DateTime: Hashable, Sendable {
  /// Since 1970-01-01T00:00:00Z; a time without zone is taken as UTC (4.4.4.6).
  package let seconds: Int64
  /// 0 to 999,999,999; what is finer is cut off.
  package let nanoseconds: Int32
  /// Whether a zone was written; without one the instant is a guess.
  package let hasZone: Bool
  /// How many digits stand after the point of the seconds.
  package let fractionDigits: Int

  /// Seconds from an earlier instant to this one; negative when the other one is later.
  package func seconds(since other: DateTime) -> Double {
    Double(seconds - other.seconds) + Double(nanoseconds - other.nanoseconds) / 1e9
  }

  /// Whether both are the same instant, however they were written.
  package func isSameInstant(as other: DateTime) -> Bool {
    seconds == other.seconds && nanoseconds == other.nanoseconds
  }

  /// Nil for anything but `YYYY-MM-DDThh:mm:ss[.fff][Z|±hh:mm|±hhmm|±hh]` and for what no calendar has.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes.span, from: 0, to: bytes.count)
  }

  init?(_ bytes: Span<UInt8>, from: Int, to: Int) {
    guard to - from >= 19, bytes[from + 4] == UInt8(ascii: "-"), bytes[from + 7] == UInt8(ascii: "-"),
      bytes[from + 10] == UInt8(ascii: "T"), bytes[from + 13] == UInt8(ascii: ":"),
      bytes[from + 16] == UInt8(ascii: ":"),
      let year = bytes.digits(from, 4), let month = bytes.digits(from + 5, 2),
      let day = bytes.digits(from + 8, 2), let hour = bytes.digits(from + 11, 2),
      let minute = bytes.digits(from + 14, 2), let second = bytes.digits(from + 17, 2),
      (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    var place = from + 19
    var nanoseconds = 0
    let point = place
    if place < to, bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: ",") {
      place += 1
      var unit = 100_000_000
      while place < to, bytes[place].isDigit {
        nanoseconds += Int(bytes[place] - UInt8(ascii: "0")) * unit
        unit /= 10
        place += 1
      }
      guard place > point + 1 else { return nil }
    }
    fractionDigits = max(0, place - point - 1)
    guard let offset = Self.zone(bytes, from: place, to: to) else { return nil }
    hasZone = place < to
    let ofDay = hour * 3_600 + minute * 60 + second
    seconds = Int64(Self.daysSince1970(year, month, day) * 86_400 + ofDay - offset)
    self.nanoseconds = Int32(nanoseconds)
  }

  /// Seconds east of UTC; nil when what stands there is no zone.
  private static func zone(_ bytes: Span<UInt8>, from: Int, to: Int) -> Int? {
    guard from < to else { return 0 }
    if bytes[from] == UInt8(ascii: "Z") { return to == from + 1 ? 0 : nil }
    guard bytes[from] == UInt8(ascii: "+") || bytes[from] == UInt8(ascii: "-") else { return nil }
    guard to - from >= 3, let hours = bytes.digits(from + 1, 2), hours < 24 else { return nil }
    var place = from + 3
    var minutes = 0
    if place < to {
      if bytes[place] == UInt8(ascii: ":") { place += 1 }
      guard to - place == 2, let digits = bytes.digits(place, 2), digits < 60 else { return nil }
      minutes = digits
    }
    let east = hours * 3_600 + minutes * 60
    return bytes[from] == UInt8(ascii: "-") ? -east : east
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Of the Gregorian calendar, reckoned from March so that the leap day ends a year.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + ofYear - 719_468
  }
}

extension Span where Element == UInt8 {
  /// Exactly `count` digits at `from`; nil when other bytes stand there. The place must be inside.
  fileprivate func digits(_ from: Int, _ count: Int) -> Int? {
    var value = 0
    for index in from..<from + count {
      guard self[index].isDigit else { return nil }
      value = value * 10 + Int(self[index] - UInt8(ascii: "0"))
    }
    return value
  }
}
