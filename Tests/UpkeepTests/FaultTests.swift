import BundleStore
import Conformance
import Files
import Rights
import Testing
import Upkeep

/// One fault that was packed with the bundle: every digest is right, the content is not.
struct PackedFault: Sendable, CustomTestStringConvertible {
  var name: String
  var spoil: @Sendable (inout Film) throws -> Void
  /// The findings, all of them.
  var expected: [String]

  var testDescription: String { name }

  init(_ name: String, _ expected: [String], _ spoil: @escaping @Sendable (inout Film) throws -> Void) {
    self.name = name
    self.spoil = spoil
    self.expected = expected
  }

  static let low = "\(Film.low)/playlist.m3u8"
  static let high = "\(Film.high)/playlist.m3u8"

  static let all = [
    PackedFault("none", []) { _ in },
    PackedFault("an HTML page as playlist", ["error hlspack-playlist-parses \(low)"]) {
      $0.playlists[.mediaPlaylist(of: Film.low)] = "<!DOCTYPE html><html></html>"
    },
    PackedFault("a media playlist as index", ["error hlspack-playlist-parses index.m3u8"]) {
      $0.playlists[.multivariantPlaylist] = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-ENDLIST\n"
    },
    PackedFault("a multivariant playlist in a stream", ["error hlspack-playlist-parses \(low)"]) {
      $0.playlists[.mediaPlaylist(of: Film.low)] = Film.index
    },
    PackedFault(
      "an absolute URI of a segment",
      ["error hlspack-reference-kept \(low):7", "error hlspack-reference-local \(low):7"]
    ) { $0.edit(Film.low, "000000.ts", "https://cdn.example.com/film/000000.ts?token=abc") },
    PackedFault(
      "a segment that is not there",
      ["error hlspack-reference-kept \(low):7", "error hlspack-reference-local \(low):7"]
    ) { $0.edit(Film.low, "000000.ts", "000009.ts") },
    PackedFault(
      "a section outside",
      [
        "error hlspack-reference-kept \(high):9", "error hlspack-reference-local \(high):7",
        "error hlspack-reference-local \(high):13",
      ]
    ) { $0.edit(Film.high, "init-0.mp4", "../../init-0.mp4") },
    PackedFault("a key far away", ["error hlspack-reference-local \(high):6"]) {
      $0.edit(Film.high, "../keys/key-0.m4s", "https://keys.example.com/1")
    },
    PackedFault("an address in a comment", ["error hlspack-reference-local \(low):2"]) {
      $0.edit(Film.low, "#EXT-X-VERSION:6", "# made by http://example.com\n#EXT-X-VERSION:6")
    },
    PackedFault("segments in another order", ["error hlspack-reference-kept \(low):7"]) {
      $0.edit(Film.low, "000000.ts", "x")
      $0.edit(Film.low, "000001.ts", "000000.ts")
      $0.edit(Film.low, "x\n", "000001.ts\n")
    },
    PackedFault("a segment that is not named", ["error hlspack-reference-kept \(low)"]) {
      $0.edit(Film.low, "#EXT-X-DISCONTINUITY\n#EXTINF:4.000,\n000002.ts\n", "")
    },
    PackedFault("another duration", ["error hlspack-reference-kept \(low):7"]) {
      $0.edit(Film.low, "#EXTINF:4.000,\n000000.ts", "#EXTINF:3.900,\n000000.ts")
    },
    PackedFault("another sequence", ["error hlspack-reference-kept \(low):7"]) {
      $0.edit(Film.low, "SEQUENCE:7", "SEQUENCE:8")
    },
    PackedFault("no discontinuity", ["error hlspack-reference-kept \(low):11"]) {
      $0.edit(Film.low, "#EXT-X-DISCONTINUITY\n", "")
    },
    PackedFault("another section", ["error hlspack-reference-kept \(high):9"]) {
      $0.edit(
        Film.high, "#EXT-X-MAP:URI=\"init-0.mp4\"\n#EXTINF:4.000,\n000000",
        "#EXT-X-MAP:URI=\"init-1.mp4\"\n#EXTINF:4.000,\n000000")
    },
    PackedFault(
      "a gap that only the playlist has",
      ["error hlspack-gap-count \(low)", "error hlspack-reference-kept \(low):8"]
    ) { $0.edit(Film.low, "000000.ts", "#EXT-X-GAP\n000000.ts") },
    PackedFault("no end", ["error hlspack-complete \(low)"]) { $0.edit(Film.low, "#EXT-X-ENDLIST\n", "") },
    PackedFault("another type", ["error hlspack-complete \(low)"]) { $0.edit(Film.low, ":VOD", ":EVENT") },
    PackedFault("a group without members", ["error hlspack-groups-resolve index.m3u8:8"]) {
      $0.edit(
        .multivariantPlaylist, "800000,CODECS=\"avc1.42C01E,mp4a.40.2\",AUDIO=\"aac\"", "800000,AUDIO=\"ac3\""
      )
    },
    PackedFault("another variant first", ["error hlspack-first-line-primary index.m3u8:7"]) {
      $0.manifest.variants[0].role = .auxiliary
      $0.manifest.variants[1].role = .primary
    },
    PackedFault("a stream that is not named", ["error hlspack-stream-named index.m3u8"]) {
      $0.edit(.multivariantPlaylist, "\(Film.words)/", "\(Film.sound)/")
    },
    PackedFault(
      "a stream outside",
      [
        "error hlspack-stream-named index.m3u8", "error hlspack-reference-local index.m3u8:5",
      ]
    ) { $0.edit(.multivariantPlaylist, "\(Film.words)/playlist.m3u8", "/tmp/playlist.m3u8") },
    PackedFault("a gap as told", ["warning hlspack-gap \(low)"]) {
      try $0.makeGap(at: 1)
      $0.manifest.gaps = 1
    },
    PackedFault(
      "a gap that is not counted", ["error hlspack-gap-count hlspack.json", "warning hlspack-gap \(low)"]
    ) { try $0.makeGap(at: 1) },
    PackedFault("a missing segment without gap", ["error hlspack-gap-count hlspack.json"]) {
      $0.manifest.missing = [MissingPiece(stream: Film.low, index: 1, url: Film.site)]
    },
    PackedFault("a key whose time is over", ["warning hlspack-key-expired hlspack.json"]) {
      $0.manifest.keys[0].expiresAt = noon
    },
    PackedFault("a time that is over", ["warning hlspack-expired hlspack.json"]) {
      $0.manifest.policy = StoragePolicy(expiresAt: noon.seconds)
    },
  ]
}

@Suite("A bundle packed with a fault")
struct PackedFaultTests {
  @Test("is told so by the rule for it and no other", arguments: PackedFault.all)
  func fault(_ fault: PackedFault) async throws {
    let place = try Workplace()
    let path = place.at("Film.movpkg")
    var film = try Film()
    try fault.spoil(&film)
    try film.build(at: path)
    for level in Verification.Level.allCases {
      let report = try await Verification(of: path, level: level, jobs: 2, at: noon).run()
      #expect(report.findings.map(\.brief) == fault.expected.sorted { Self.key($0) < Self.key($1) })
      #expect(report.isDamaged == fault.expected.contains { $0.hasPrefix("error") })
      for finding in report.findings {
        #expect(!finding.message.contains("token") && !finding.message.contains("://"))
        #expect(RuleBook.explanations.contains { $0.identifier == finding.rule })
      }
    }
  }

  /// A report's order: file, line, rule.
  private static func key(_ brief: String) -> String {
    let parts = brief.split(separator: " ")
    let place = parts[2].split(separator: ":")
    let line = place.count > 1 ? String(place[1]) : "0"
    return "\(place[0]) \(String(repeating: "0", count: 6 - line.count))\(line) \(parts[1])"
  }
}
