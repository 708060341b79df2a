import Files
import Testing

@Suite struct DailyWindowTests {
  private static let utc = LocalZone { _ in 0 }
  /// One hour east of UTC, two from 2026-03-29T01:00Z to 2026-10-25T01:00Z: the clock jumps from 02:00 to 03:00 and
  /// back from 03:00 to 02:00.
  private static let europe = LocalZone { $0 >= 1_774_746_000 && $0 < 1_792_890_000 ? 7200 : 3600 }

  private func at(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

  @Test("it is written as it was read", arguments: ["01:00-06:00", "22:30-05:15", "18:00-24:00"])
  func form(_ text: String) {
    #expect(DailyWindow(text)?.description == text)
  }

  @Test(
    "what is no window is refused",
    arguments: [
      "", "-", "1:00-6:00", "01:00", "01:00-", "01:00-01:00", "00:00-24:00", "24:00-01:00", "01:60-02:00",
      "25:00-26:00", "01:00-06:00-07:00", "01-06", " 01:00-06:00", "+1:00-02:00", "0١:00-02:00",
    ])
  func refused(_ text: String) {
    #expect(DailyWindow(text) == nil)
  }

  @Test("the first second belongs to it, the last one does not")
  func edges() throws {
    let window = try #require(DailyWindow("01:00-06:00"))
    let times = ["00:59:59", "01:00:00", "05:59:59", "06:00:00"]
    let open = try times.map { window.isOpen(at: try at("2026-12-01T\($0)Z"), in: Self.utc) }
    #expect(open == [false, true, true, false])
  }

  @Test("it goes across midnight")
  func midnight() throws {
    let window = try #require(DailyWindow("22:00-02:00"))
    let times = ["21:59:59", "22:00:00", "23:59:59", "00:00:00", "01:59:59", "02:00:00"]
    let open = try times.map { window.isOpen(at: try at("2026-12-01T\($0)Z"), in: Self.utc) }
    #expect(open == [false, true, true, true, true, false])
    #expect(try window.closing(from: at("2026-12-01T23:10:05Z"), in: Self.utc) == at("2026-12-02T02:00:00Z"))
  }

  @Test("it opens by the local clock, at once where it is open")
  func opening() throws {
    let window = try #require(DailyWindow("01:00-06:00"))
    #expect(try window.opening(from: at("2026-12-01T07:00:01Z"), in: Self.utc) == at("2026-12-02T01:00:00Z"))
    #expect(try window.opening(from: at("2026-12-01T03:00:01Z"), in: Self.utc) == at("2026-12-01T03:00:01Z"))
    #expect(
      try window.opening(from: at("2026-12-01T07:00:01Z"), in: Self.europe) == at("2026-12-02T00:00:00Z"))
  }

  @Test("in spring a window in the skipped hour waits for the next day, one around it is shorter")
  func spring() throws {
    let skipped = try #require(DailyWindow("02:15-02:45"))
    #expect(
      try skipped.opening(from: at("2026-03-28T12:00:00Z"), in: Self.europe) == at("2026-03-30T00:15:00Z"))
    let around = try #require(DailyWindow("01:00-04:00"))
    let start = try around.opening(from: at("2026-03-28T12:00:00Z"), in: Self.europe)
    #expect(try start == at("2026-03-29T00:00:00Z"))
    #expect(
      try around.closing(from: at("2026-03-29T00:00:00Z"), in: Self.europe) == at("2026-03-29T02:00:00Z"))
  }

  @Test("in autumn a window in the repeated hour opens twice")
  func autumn() throws {
    let window = try #require(DailyWindow("02:15-02:45"))
    let first = try at("2026-10-25T00:15:00Z")
    #expect(try window.opening(from: at("2026-10-24T12:00:00Z"), in: Self.europe) == first)
    #expect(try window.closing(from: first, in: Self.europe) == at("2026-10-25T00:45:00Z"))
    #expect(
      try window.opening(from: at("2026-10-25T00:45:00Z"), in: Self.europe) == at("2026-10-25T01:15:00Z"))
  }
}
