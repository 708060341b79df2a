import Files
import JSON
import Support
import Testing

/// What the program deletes by which clock.
@Suite("Clocks")
struct ClockTests {
  private static let day: Int64 = 86_400

  @Test(
    "a title goes when its time is over by a clock that may be believed",
    arguments: [
      // Days that the clock is ahead, whether it is kept right, whether a person trusts it; the code, whether it goes.
      (0, false, false, 0, false), (9, false, false, 0, false), (11, false, false, 0, true),
      (11, true, false, 0, true), (29, false, false, 0, true), (32, false, false, 8, false),
      (32, true, false, 0, true), (32, false, true, 0, true), (700, true, false, 0, true),
      (25_567, false, false, 8, false), (25_567, true, false, 8, false), (25_567, true, true, 0, true),
      (-25_567, false, false, 0, false), (-9_000, true, false, 0, false),
    ] as [(Int64, Bool, Bool, Int32, Bool)])
  func table(_ days: Int64, _ isKept: Bool, _ isTrusted: Bool, _ code: Int32, _ goes: Bool) async throws {
    let title = try await RightsTitle("clock")
    defer { title.origin.stop() }
    try await title.pack(["--expires", "10d"])
    let clock = try await OtherClock.environment(ahead: days * Self.day, isKept: isKept)
    let trust = isTrusted ? ["--trust-clock"] : []
    let run = try await title.run(["expire", RightsTitle.bundle] + trust, environment: clock)
    #expect(run.code == code, "\(run.output) \(run.errors)")
    #expect(try (title.everything() == ["SHA256SUMS", "hlspack.json"]) == goes)
    if code == 8 { #expect(run.errors.contains("hint: --trust-clock"), "\(run.errors)") }
    guard !goes else { return }
    // Reading believes the clock as it is: what may be over is not played.
    let verify = try await title.run(["verify", RightsTitle.bundle], environment: clock)
    #expect(verify.code == (days > 10 ? 8 : 0), "\(verify.output) \(verify.errors)")
  }

  @Test("a clock set back extends no lease: the bundle's own history and the servers' Date count")
  func back() async throws {
    let title = try await RightsTitle("clock", date: "Fri, 01 Jan 2027 00:00:00 GMT")
    defer { title.origin.stop() }
    // A clock that nothing keeps right, in 1970: a lease counts from what the server says.
    let now = Instant.now().seconds
    let early = try await OtherClock.environment(ahead: -now + 5, isKept: false)
    try await title.pack(["--expires", "30d"], environment: early)
    let manifest = try JSONReader.parse(try title.folder.read("film.movpkg/hlspack.json"))
    #expect(manifest["policy"]?["expiresAt"] == "2027-01-31T00:00:00Z")
    #expect(manifest["history"]?.items?.first?["originDate"] == "2027-01-01T00:00:00Z")
    try await title.pack(["--expires", "2026-12-31T00:00:00Z"], as: "over.movpkg", environment: early)
    for verb in ["verify", "show"] {
      #expect(try await title.run([verb, "over.movpkg"], environment: early).code == 8)
      #expect(try await title.run([verb, RightsTitle.bundle], environment: early).code == 0)
    }
    let run = try await title.run(["expire", ".", "-v"], environment: early)
    #expect(run.code == 0, "\(run.output) \(run.errors)")
    #expect(try title.everything("over.movpkg") == ["SHA256SUMS", "hlspack.json"])
    #expect(try title.everything().count > 10)
  }

  @Test("a Date far ahead of a clock that is kept right is no evidence")
  func wrongServer() async throws {
    let title = try await RightsTitle("clock", date: "Sat, 01 Jan 2095 00:00:00 GMT")
    defer { title.origin.stop() }
    let kept = try await OtherClock.environment(ahead: 0, isKept: true)
    try await title.pack(["--expires", "30d"], environment: kept)
    #expect(try await title.run(["verify", RightsTitle.bundle], environment: kept).code == 0)
    let manifest = try JSONReader.parse(try title.folder.read("film.movpkg/hlspack.json"))
    #expect(manifest["history"]?.items?.first?["originDate"] == nil)
  }

  @Test(
    "what other bundles of the library know of the time makes a clock credible; what is ahead of it does not")
  func library() async throws {
    let title = try await RightsTitle("clock")
    defer { title.origin.stop() }
    try title.folder.makeFolder("films")
    try await title.pack(["--expires", "10d"], as: "films/old.movpkg")
    let clock = try await OtherClock.environment(ahead: 60 * Self.day, isKept: false)
    #expect(try await title.run(["expire", "films"], environment: clock).code == 8)
    let far = try await OtherClock.environment(ahead: 90 * Self.day, isKept: false)
    try await title.pack(as: "films/far.movpkg", environment: far)
    #expect(try await title.run(["expire", "films"], environment: clock).code == 8)
    let recent = try await OtherClock.environment(ahead: 55 * Self.day, isKept: false)
    try await title.pack(as: "films/new.movpkg", environment: recent)
    #expect(try await title.run(["expire", "films"], environment: clock).code == 0)
    #expect(try title.everything("films/old.movpkg") == ["SHA256SUMS", "hlspack.json"])
    #expect(try title.everything("films/new.movpkg").count > 10)
  }
}
