import Files
import Foundation
import Testing

@Suite("instants and days")
struct TimeTests {
  @Test(
    "a date of RFC 3339 is read",
    arguments: [
      ("1970-01-01T00:00:00Z", 0, 0),
      ("2027-01-31T23:00:00Z", 1_801_436_400, 0),
      ("2027-01-31T23:00:00+01:00", 1_801_432_800, 0),
      ("2027-01-31T23:00:00-05:30", 1_801_456_200, 0),
      ("2027-01-31t23:00:00z", 1_801_436_400, 0),
      ("2027-01-31 23:00:00Z", 1_801_436_400, 0),
      ("2024-02-29T12:00:00.5Z", 1_709_208_000, 500_000_000),
      ("2024-02-29T12:00:00.0000000019Z", 1_709_208_000, 1),
      ("2016-12-31T23:59:60Z", 1_483_228_800, 0),
      ("1969-12-31T23:59:59.75Z", -1, 750_000_000),
      ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
      ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
      ("2000-03-01T00:00:00-00:00", 951_868_800, 0),
    ] as [(String, Int64, Int32)])
  func rfc3339(_ text: String, seconds: Int64, nanoseconds: Int32) throws {
    #expect(Instant(rfc3339: text) == Instant(seconds: seconds, nanoseconds: nanoseconds))
  }

  @Test(
    "what is no date of RFC 3339 is refused",
    arguments: [
      "", "2027", "2027-01-31", "2027-01-31T23:00:00", "2027-01-31T23:00Z", "2027-13-01T00:00:00Z",
      "2027-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2027-01-00T00:00:00Z", "2027-01-31T24:00:00Z",
      "2027-01-31T23:60:00Z", "2027-01-31T23:00:61Z", "2027-01-31T23:00:00.Z", "2027-01-31T23:00:00+0100",
      "2027-01-31T23:00:00+24:00", "2027-01-31T23:00:00Z ", " 2027-01-31T23:00:00Z", "+027-01-31T23:00:00Z",
      "2027-1-31T23:00:00Z", "２027-01-31T23:00:00Z",
      "2027-01-31T23:00:00." + String(repeating: "0", count: 500) + "Z",
    ])
  func noRFC3339(_ text: String) {
    #expect(Instant(rfc3339: text) == nil)
  }

  @Test("an instant is written in UTC with whole seconds and read back the same")
  func writing() {
    #expect(Instant(seconds: 1_801_436_400, nanoseconds: 999_999_999).rfc3339 == "2027-01-31T23:00:00Z")
    #expect(Instant(seconds: -1).rfc3339 == "1969-12-31T23:59:59Z")
    #expect(Instant(seconds: .max).rfc3339 == "9999-12-31T23:59:59Z")
    #expect(Instant(seconds: .min).rfc3339 == "0000-01-01T00:00:00Z")
    for seconds in stride(from: Int64(-62_167_219_200), through: 253_402_300_799, by: 86_400 * 97 + 12_345) {
      #expect(Instant(rfc3339: Instant(seconds: seconds).rfc3339)?.seconds == seconds)
    }
  }

  @Test(
    "the three forms of an HTTP date are read",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777),
      ("Wed Nov 16 08:49:37 1994", 784_975_777),
      ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
      // 50 years ahead of 2026 is the end of what two digits mean.
      ("Wednesday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
      ("Saturday, 01-Jan-77 00:00:00 GMT", 220_924_800),
      ("Thursday, 01-Jan-26 00:00:00 GMT", 1_767_225_600),
    ] as [(String, Int64)])
  func httpDate(_ text: String, seconds: Int64) throws {
    let now = try #require(Instant(rfc3339: "2026-11-30T00:00:00Z"))
    #expect(Instant(httpDate: text, now: now) == Instant(seconds: seconds))
  }

  @Test(
    "what is no HTTP date is refused",
    arguments: [
      "", "0", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT",
      "Sun Nov 6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 GMT, x", "sun, 06 nov 1994 08:49:37 gmt",
      "1994-11-06T08:49:37Z",
    ])
  func noHTTPDate(_ text: String) {
    #expect(Instant(httpDate: text, now: Instant(seconds: 0)) == nil)
  }

  @Test("every day of a whole cycle of the calendar, and the ends of it, count to their number and back")
  func days() {
    #expect(CivilDate(year: 1970, month: 1, day: 1)?.daysSince1970 == 0)
    #expect(CivilDate(year: 2000, month: 2, day: 29)?.daysSince1970 == 11_016)
    #expect(CivilDate(daysSince1970: -719_528).description == "0000-01-01")
    #expect(CivilDate(daysSince1970: 2_932_896).description == "9999-12-31")
    for days in [-719_527...(-719_000), -80_000...66_097, 2_932_000...2_932_896] as [ClosedRange<Int64>] {
      var last = CivilDate(daysSince1970: days.lowerBound - 1)
      for day in days {
        let date = CivilDate(daysSince1970: day)
        if date.daysSince1970 != day || !(last < date) { Issue.record("day \(day) is \(date)") }
        last = date
      }
    }
  }

  @Test(
    "a local day ends at its midnight, with the clock changed or not",
    arguments: [
      ("Europe/Paris", "2027-01-31", "2027-01-31T23:00:00Z"),
      ("Europe/Paris", "2027-07-14", "2027-07-14T22:00:00Z"),
      ("Europe/Paris", "2027-03-28", "2027-03-28T22:00:00Z"),  // 23 hours long
      ("Europe/Paris", "2027-10-31", "2027-10-31T23:00:00Z"),  // 25 hours long
      ("America/New_York", "2027-03-14", "2027-03-15T04:00:00Z"),
      ("America/New_York", "2027-11-07", "2027-11-08T05:00:00Z"),
      ("Asia/Kolkata", "2027-01-31", "2027-01-31T18:30:00Z"),
      ("Pacific/Kiritimati", "2027-01-31", "2027-01-31T10:00:00Z"),
      ("America/Sao_Paulo", "2018-11-03", "2018-11-04T03:00:00Z"),  // midnight itself does not exist
      ("America/Havana", "2027-11-06", "2027-11-07T04:00:00Z"),  // midnight comes twice: the first
      ("Pacific/Apia", "2011-12-29", "2011-12-30T10:00:00Z"),  // the day after does not exist
      ("UTC", "1999-12-31", "2000-01-01T00:00:00Z"),
    ])
  func endOfDay(zone name: String, day: String, end: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    let local = LocalZone { instant in
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(instant))))
    }
    let date = try #require(CivilDate(day))
    #expect(date.end(in: local).rfc3339 == end)
  }

  @Test("the system's zone is the C library's")
  func systemZone() {
    for instant in [0, 1_801_436_400, 1_815_000_000] as [Int64] {
      var time = time_t(instant)
      var parts = tm()
      localtime_r(&time, &parts)
      #expect(LocalZone.system.secondsEastOfUTC(instant) == Int64(parts.tm_gmtoff))
    }
  }

  @Test("a day is read as year, month and day and nothing else")
  func dayText() {
    #expect(CivilDate("2028-02-29")?.description == "2028-02-29")
    for text in ["", "2027-02-29", "2027-2-9", "2027-02-09x", "20270209", "2027-00-01", "2027-01-32"] {
      #expect(CivilDate(text) == nil)
    }
  }

  @Test("instants are ordered by seconds, then nanoseconds, and adding stops at the ends")
  func ordering() {
    #expect(Instant(seconds: 1, nanoseconds: 1) < Instant(seconds: 1, nanoseconds: 2))
    #expect(Instant(seconds: 1, nanoseconds: 2) < Instant(seconds: 2))
    #expect(Instant(seconds: .max).adding(seconds: 1).seconds == .max)
    #expect(Instant(seconds: .min).adding(seconds: -1).seconds == .min)
    #expect(Instant(seconds: 0).adding(seconds: 30 * 86_400).seconds == 2_592_000)
    #expect(Instant.now() > Instant(seconds: 1_700_000_000))
  }
}
