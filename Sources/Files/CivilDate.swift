import CSystem

/// A day of the Gregorian calendar, in no particular time zone.
package struct CivilDate: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// 0 to 9999.
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int

  /// Nil for a day that does not exist, or a year outside 0 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `2027-01-31` and nothing else.
  package init?(_ text: String) {
    var scanner = DateScanner(text)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self = date
  }

  package var description: String {
    "\(Int64(year).padded(4))-\(Int64(month).padded(2))-\(Int64(day).padded(2))"
  }

  package static func < (first: CivilDate, second: CivilDate) -> Bool {
    (first.year, first.month, first.day) < (second.year, second.month, second.day)
  }

  /// The instant at which the day is over where the zone holds: the first of a later local date.
  ///
  /// That is midnight, except where the clock jumps over midnight or over whole days.
  package func end(in zone: LocalZone = .system) -> Instant {
    // No zone is further than 24 hours from UTC: the end lies between these two.
    var before = (daysSince1970 - 1) * 86_400
    var after = (daysSince1970 + 3) * 86_400
    while after - before > 1 {
      let middle = before + (after - before) / 2
      let local = (middle + zone.secondsEastOfUTC(middle)).flooredQuotient(86_400)
      if local > daysSince1970 { after = middle } else { before = middle }
    }
    return Instant(seconds: after)
  }
}

// MARK: - Counting days

extension CivilDate {
  /// Days since 1970-01-01, negative before.
  package var daysSince1970: Int64 {
    // Years begin in March, so that the leap day is a year's last.
    let shifted = Int64(month <= 2 ? year - 1 : year)
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    let era = shifted.flooredQuotient(400)
    let yearOfEra = shifted - era * 400
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The day that is so many days after 1970-01-01.
  ///
  /// Days outside the years 0 to 9999 are brought to the nearest end.
  package init(daysSince1970 days: Int64) {
    let shifted = min(max(days, -719_528), 2_932_896) + 719_468
    let era = shifted.flooredQuotient(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }
}

/// How far local time is from UTC, and when.
package struct LocalZone: Sendable {
  /// Seconds to add to an instant (seconds since 1970) to read the local clock; less than a day either way.
  package let secondsEastOfUTC: @Sendable (_ instant: Int64) -> Int64

  package init(_ secondsEastOfUTC: @escaping @Sendable (_ instant: Int64) -> Int64) {
    self.secondsEastOfUTC = secondsEastOfUTC
  }

  /// The zone that the C library takes from the system's settings; UTC where it cannot say.
  package static var system: LocalZone {
    LocalZone { instant in
      var offset: Int64 = 0
      return csystem_local_offset(instant, &offset) ? offset : 0
    }
  }
}
