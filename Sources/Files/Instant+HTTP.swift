extension Instant {
  /// Reads a date of HTTP in any of its three forms (RFC 9110, 5.6.7), all of them UTC.
  ///
  /// - `Sun, 06 Nov 1994 08:49:37 GMT`
  /// - `Sunday, 06-Nov-94 08:49:37 GMT`: of the years that end so, the latest at most 50 years after `now`
  /// - `Sun Nov  6 08:49:37 1994`
  ///
  /// The name of the day is read but not held against the date.
  package init?(httpDate text: String, now: Instant) {
    var scanner = DateScanner(text)
    let parsed: Instant?
    if scanner.choice(of: Self.longDays) != nil {
      parsed = scanner.rfc850(now: now)
    } else if scanner.choice(of: Self.days) != nil {
      parsed = scanner.skip(", ") ? scanner.fixedDate() : scanner.asctime()
    } else {
      parsed = nil
    }
    guard let parsed, scanner.isAtEnd else { return nil }
    self = parsed
  }

  private static var days: [StaticString] { ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] }

  private static var longDays: [StaticString] {
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  }
}

extension DateScanner {
  fileprivate mutating func fixedDate() -> Instant? {
    guard let day = number(digits: 2), skip(" "), let month = month(), skip(" ") else { return nil }
    guard let year = number(digits: 4), skip(" "), let time = timeOfDay(), skip(" GMT") else { return nil }
    return Instant(year: year, month: month, day: day, time: time)
  }

  fileprivate mutating func rfc850(now: Instant) -> Instant? {
    guard skip(", "), let day = number(digits: 2), skip("-"), let month = month(), skip("-") else {
      return nil
    }
    guard let short = number(digits: 2), skip(" "), let time = timeOfDay(), skip(" GMT") else { return nil }
    let thisYear = Int64(CivilDate(daysSince1970: now.seconds.flooredQuotient(86_400)).year)
    let latest = thisYear + 50
    return Instant(year: latest - (latest - short).flooredRemainder(100), month: month, day: day, time: time)
  }

  fileprivate mutating func asctime() -> Instant? {
    guard skip(" "), let month = month(), skip(" ") else { return nil }
    guard let day = skip(" ") ? number(digits: 1) : number(digits: 2), skip(" ") else { return nil }
    guard let time = timeOfDay(), skip(" "), let year = number(digits: 4) else { return nil }
    return Instant(year: year, month: month, day: day, time: time)
  }

  private mutating func month() -> Int? {
    choice(of: [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]).map { $0 + 1 }
  }
}

extension Instant {
  fileprivate init?(year: Int64, month: Int, day: Int64, time: Int64) {
    guard let date = CivilDate(year: Int(year), month: month, day: Int(day)) else { return nil }
    self.init(seconds: date.daysSince1970 * 86_400 + time)
  }
}
