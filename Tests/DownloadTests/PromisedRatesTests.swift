import Playlist
import Selection
import Testing

@testable import Download

@Suite struct PromisedRatesTests {
  private static func audio(_ group: String, _ uri: String?, channels: String = "2") -> String {
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(group)\",NAME=\"\(group)\",CHANNELS=\"\(channels)\""
      + (uri.map { ",URI=\"\($0)\"" } ?? "")
  }

  private static func line(_ average: Int, _ uri: String, audio: String? = nil, size: Bool = true) -> String {
    "#EXT-X-STREAM-INF:BANDWIDTH=\(average * 2),AVERAGE-BANDWIDTH=\(average)"
      + (size ? ",RESOLUTION=640x360" : "") + (audio.map { ",AUDIO=\"\($0)\"" } ?? "") + "\n\(uri)"
  }

  /// Rates of the variants, then of the renditions.
  private func rates(_ lines: [String]) throws -> [Double?] {
    let text = (["#EXTM3U"] + lines + [""]).joined(separator: "\n")
    let playlist = try Title.parse(text)
    let rates = PromisedRates(of: playlist, map: try Title.map(playlist))
    return playlist.variants.map { rates.rate(of: $0) } + playlist.renditions.map { rates.rate(of: $0) }
  }

  @Test("a stream that has its sound in itself takes all that is promised")
  func muxed() throws {
    #expect(try rates([Self.line(1_000_000, "v")]) == [1_000_000])
    let without = [Self.audio("a", nil), Self.line(1_000_000, "v", audio: "a")]
    #expect(try rates(without).first == 1_000_000)
  }

  @Test("sound of which nothing is known is what is usual, and the picture takes the rest")
  func usual() throws {
    let lines = [Self.audio("a", "a"), Self.line(1_000_000, "v", audio: "a")]
    #expect(try rates(lines) == [872_000, 128_000])
    let small = [Self.audio("a", "a"), Self.line(200_000, "v", audio: "a")]
    #expect(try rates(small) == [150_000, 50_000])
  }

  @Test("a line of sound alone tells what the sound takes")
  func soundAlone() throws {
    let lines = [
      Self.audio("a", "a"), Self.line(1_000_000, "v", audio: "a"),
      Self.line(64_000, "a", audio: "a", size: false),
    ]
    #expect(try rates(lines) == [936_000, 64_000, 64_000])
  }

  @Test("two lines of one stream tell by how much their sounds differ")
  func difference() throws {
    let lines = [
      Self.audio("aac", "a"), Self.audio("ac3", "b", channels: "6"), Self.line(1_000_000, "v", audio: "aac"),
      Self.line(1_256_000, "v", audio: "ac3"), Self.line(2_256_000, "w", audio: "ac3"),
    ]
    #expect(try rates(lines) == [872_000, 872_000, 1_872_000, 128_000, 384_000])
  }

  @Test("a line without sound tells it exactly")
  func silentLine() throws {
    let lines = [
      Self.audio("a", "a"), Self.line(1_096_000, "v", audio: "a"), Self.line(1_000_000, "v"),
    ]
    #expect(try rates(lines) == [1_000_000, 1_000_000, 96_000])
  }

  @Test("figures that contradict each other make no rate below nothing")
  func contradiction() throws {
    let lines = [
      Self.audio("a", "a"), Self.line(50_000, "v", audio: "a"),
      Self.line(900_000, "a", audio: "a", size: false),
    ]
    for rate in try rates(lines) { #expect((rate ?? 0) > 0) }
  }
}
