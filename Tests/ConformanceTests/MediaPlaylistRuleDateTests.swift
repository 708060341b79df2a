import Conformance
import Testing

@Suite("Rules on the dates of a media playlist")
struct MediaPlaylistRuleDateTests {
  private typealias Source = MediaPlaylistRuleSource

  /// Segments of `duration` with these dates; nil stands for none.
  private func source(_ dates: [String?], duration: String = "6.006", before: [Int: String] = [:]) -> Source {
    var lines: [String] = []
    for (index, date) in dates.enumerated() {
      if let line = before[index] { lines.append(line) }
      if let date { lines.append("#EXT-X-PROGRAM-DATE-TIME:" + date) }
      lines += ["#EXTINF:\(duration),", "\(index).ts"]
    }
    return Source(lines: lines)
  }

  private let start = "2026-01-01T00:00:00.000Z"

  @Test("find nothing where dates follow the durations, or leave time out")
  func good() throws {
    #expect(
      try source([start, "2026-01-01T01:00:06.006+01:00", nil, "2026-01-01T00:00:18.018Z"]).told() == [])
    #expect(try source([start, "2026-01-01T05:00:00.000Z"]).told() == [])
  }

  @Test("find a date without zone or milliseconds, once each")
  func form() throws {
    let (zone, digits) = ("warning 5 rfc8216bis-4.4.4.6-zone", "warning 5 rfc8216bis-4.4.4.6-milliseconds")
    #expect(try source(["2026-01-01T00:00:00.000", "2026-01-01T00:00:06.006"]).told() == [zone])
    #expect(try source(["2026-01-01T00:00:00Z", "2026-01-01T00:00:06Z"]).told() == [digits])
    #expect(try source(["2026-01-01T00:00:00.12"]).told() == [digits, zone])
  }

  @Test(
    "find a date before the end of what comes before it: an error from a second on",
    arguments: [
      ("2025-12-31T23:59:59.000Z", "error"), ("2026-01-01T00:00:05.006Z", "error"),
      ("2026-01-01T00:00:05.106Z", "warning"), ("2026-01-01T00:00:05.900Z", "warning"),
      ("2026-01-01T00:00:05.910Z", nil),
    ])
  func overlap(_ date: String, _ severity: String?) throws {
    let told = try source([start, date]).told()
    #expect(told == (severity.map { ["\($0) 8 rfc8216bis-6.2.1-date-overlap"] } ?? []))
  }

  @Test("compare dates over several segments, but not over one that cannot be read")
  func several() throws {
    let rule = "rfc8216bis-6.2.1-date-overlap"
    let late = "2026-01-01T00:00:10.000Z"
    #expect(try source([start, nil, late]).told() == ["error 10 \(rule)"])
    #expect(try source([start, "yesterday", late]).told() == [])
    // Whole seconds may be rounded.
    #expect(try source([start, nil, "2026-01-01T00:00:11.000Z"], duration: "6").told(rule) == [])
    let message = try source([late, start]).findings().first?.message
    #expect(message == "EXT-X-PROGRAM-DATE-TIME goes back by 10.0 s")
  }

  @Test("find a discontinuity without date in a playlist that has dates")
  func discontinuity() throws {
    let rule = "hlspack-discontinuity-date"
    let source = source([start, nil, nil], before: [1: "#EXT-X-DISCONTINUITY"])
    #expect(try source.told() == ["warning 8 \(rule)"])
    #expect(try self.source([nil, nil, nil], before: [1: "#EXT-X-DISCONTINUITY"]).told() == [])
    let dated = self.source([start, "2026-01-01T00:00:06.006Z"], before: [1: "#EXT-X-DISCONTINUITY"])
    #expect(try dated.told() == [])
  }
}
