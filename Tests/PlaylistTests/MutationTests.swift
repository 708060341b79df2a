import Addresses
import Playlist
import Testing

/// SplitMix64: the same bytes on every run.
private struct Dice {
  var state: UInt64

  mutating func roll(_ sides: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(max(1, sides)))
  }
}

@Suite struct MutationTests {
  private static let splinters: [String] = [
    "\r", "\n", "\0", "\"", ",", "=", ":", "@", "{$", "{$imp}", "0x", "-", ".", "#EXT", "#EXTINF:",
    "\u{FEFF}",
    "99999999999999999999", "18446744073709551615", "9223372036854775807", "1e999", " ", "\t", "REQ-A=1,",
    "#EXT-X-KEY:METHOD=NONE\n", "#EXT-X-BYTERANGE:1\n", "#EXT-X-ENDLIST\n", "#EXT-X-STREAM-INF:BANDWIDTH=1\n",
    "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n", "#EXTM3U\n", "é",
    "#EXT-X-PART:URI=\"a\",DURATION=1,BYTERANGE=\"5\"\n",
    "#EXT-X-TILES:RESOLUTION=1x1,LAYOUT=2x2,DURATION=1\n",
    "#EXT-X-SKIP:SKIPPED-SEGMENTS=9\n", "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"a\"\n", "\u{85}", "e\u{301}",
    "#EXT-X-PROGRAM-DATE-TIME:2024-01-01T00:00:00Z\n", "#EXT-X-DATERANGE:ID=\"a\",X-A=1\n",
  ]

  private func mutated(_ bytes: [UInt8], _ other: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var result = bytes
    for _ in 0...dice.roll(4) {
      let place = dice.roll(result.count + 1)
      switch dice.roll(6) {
      case 0: if place < result.count { result[place] = UInt8(dice.roll(256)) }
      case 1: result.insert(contentsOf: Self.splinters[dice.roll(Self.splinters.count)].utf8, at: place)
      case 2: result.removeSubrange(place..<min(result.count, place + dice.roll(12)))
      case 3: result.removeSubrange(place...)
      case 4:
        let start = dice.roll(other.count + 1)
        result.insert(contentsOf: other[start..<min(other.count, start + dice.roll(80))], at: place)
      default: result.insert(contentsOf: result[..<place].suffix(dice.roll(60)), at: place)
      }
    }
    return result
  }

  private func check(_ bytes: [UInt8], _ parser: PlaylistParser) {
    do {
      let parsed = try parser.parse(bytes)
      #expect(PlaylistEdits(of: parsed.text).serialized() == bytes)
      let exact = PlaylistEdits(of: parsed.text).serialized(normalizing: true)
      #expect(throws: Never.self, "\(String(decoding: bytes, as: UTF8.self))") { try parser.parse(exact) }
      if case .media(let playlist) = parsed { check(playlist) }
    } catch {
      #expect(!error.message.isEmpty)
    }
  }

  /// What the models say of each other is so.
  private func check(_ playlist: MediaPlaylist) {
    #expect(playlist.duration.isFinite)
    for segment in playlist.segments {
      if let set = segment.keySet { #expect(playlist.keySets.indices.contains(set)) }
      if let map = segment.initialization { #expect(playlist.initializations.indices.contains(map)) }
    }
    let count = playlist.segments.count
    #expect(playlist.parts.allSatisfy { (0...count).contains($0.segment) && $0.duration >= 0 })
    #expect(playlist.tiles.allSatisfy { (0...count).contains($0.segment) && $0.duration >= 0 })
    #expect(playlist.preloadHints.allSatisfy { $0.start >= 0 && ($0.length ?? 0) >= 0 })
    #expect(playlist.renditionReports.allSatisfy { ($0.lastMediaSequence ?? 0) >= 0 })
    #expect(playlist.skippedSegments >= 0)
    #expect(playlist.dateTimes.isEmpty || playlist.dateTimes.count == count)
  }

  /// A strict reading takes what a lenient one takes without leniency, and nothing else.
  private func check(_ bytes: [UInt8], _ strict: PlaylistParser, _ lenient: PlaylistParser) {
    let warnings = (try? lenient.parse(bytes))?.warnings  // what neither takes is no matter here
    let isExact = warnings.map { warnings in
      !warnings.contains { $0.isLeniency || $0.rule == .unknownVersion }
    }
    let isTaken = (try? strict.parse(bytes)) != nil  // why it is refused is no matter here
    #expect(isTaken == (isExact ?? false), "\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test("no mutation of a fixture crashes the parser or loses a byte")
  func mutations() throws {
    let seeds = (Fixture.all(in: "playlists") + Fixture.all(in: "broken")).map(\.bytes)
    try #require(!seeds.isEmpty)
    var dice = Dice(state: 20_260_219)
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(1)
    let lenient = try FixtureTests.parser()
    let strict = try FixtureTests.parser(.strict)
    for _ in 0..<20_000 where clock.now < deadline {
      let bytes = mutated(seeds[dice.roll(seeds.count)], seeds[dice.roll(seeds.count)], &dice)
      check(bytes, lenient)
      check(bytes, strict, lenient)
      #expect(Redaction.redactedText(Redaction.redactedText(bytes)) == Redaction.redactedText(bytes))
    }
  }
}
