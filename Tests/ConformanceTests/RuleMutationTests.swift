import Addresses
import Conformance
import Foundation
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

@Suite("Rules over damaged playlists")
struct RuleMutationTests {
  /// More are of no use to anyone.
  private static let bound = 1_000

  private static func fixtures() -> [[UInt8]] {
    let base = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/playlists")
    let walk = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)
    let files = (walk?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "m3u8" }
    return files.sorted { $0.path < $1.path }.compactMap { file in
      // A fixture that cannot be read is told by the tests of the parser.
      (try? Data(contentsOf: file)).map { Array($0) }
    }
  }

  private func findings(in bytes: [UInt8]) throws -> [Finding] {
    let uri = try URI("https://example.com/p.m3u8?token=t")
    let parser = PlaylistParser(name: "p.m3u8", uri: uri, imported: ["imp": "imported"])
    let parsed: ParsedPlaylist
    do {
      parsed = try parser.parse(bytes)
    } catch {
      return [RuleBook.finding(of: error, in: "p.m3u8")]
    }
    let syntax = RuleBook.findings(of: parsed.warnings, in: "p.m3u8", isStrict: false)
    switch parsed {
    case .media(let playlist):
      let facts = MediaPlaylistFacts(name: "p.m3u8", playlist: playlist, uri: uri)
      let presentation = PresentationFacts(multivariant: nil, media: [facts], isWhole: true)
      return syntax + RuleBook.findings(in: facts) + RuleBook.findings(in: presentation)
    case .multivariant(let playlist):
      let facts = MultivariantFacts(name: "p.m3u8", playlist: playlist, uri: uri)
      let presentation = PresentationFacts(multivariant: facts, media: [], isWhole: false)
      return syntax + RuleBook.findings(in: facts) + RuleBook.findings(in: presentation)
    }
  }

  private func check(_ findings: [Finding], lines: Int) {
    let known = Set(RuleBook.explanations.map(\.identifier))
    #expect(findings.count <= Self.bound)
    for finding in findings {
      #expect(known.contains(finding.rule), "\(finding.rule) is not explained")
      #expect(!finding.message.isEmpty && finding.message.utf8.count < 1_000)
      #expect(finding.line.map { (1...max(1, lines)).contains($0) } ?? true, "\(finding)")
    }
  }

  @Test("no mutation of a fixture crashes a rule, and each finding is explained and in a line that is there")
  func mutations() throws {
    let seeds = Self.fixtures()
    try #require(seeds.count > 100)
    var dice = Dice(state: 20_261_201)
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(1)
    for _ in 0..<5_000 where clock.now < deadline {
      var bytes = seeds[dice.roll(seeds.count)]
      let other = seeds[dice.roll(seeds.count)].split(separator: 0x0A)
      for _ in 0...dice.roll(3) {
        let place = dice.roll(bytes.count + 1)
        switch dice.roll(3) {
        case 0: if place < bytes.count { bytes[place] = UInt8(dice.roll(128)) }
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + dice.roll(12)))
        default: if let line = other.randomElement(using: &dice) { bytes += line + [0x0A] }
        }
      }
      check(try findings(in: bytes), lines: bytes.count { $0 == 0x0A || $0 == 0x0D } + 1)
    }
  }

  @Test("a fault in each of 5,000 segments is told a bounded number of times")
  func repeated() throws {
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"
    for index in 0..<5_000 {
      text += "#EXT-X-KEY:METHOD=AES-128,URI=k,IV=0xab\n#EXT-X-MAP:URI=\"i\",BYTERANGE=\"1\"\n"
      text += "#EXT-X-PROGRAM-DATE-TIME:2024-01-01\n#EXT-X-BYTERANGE:5@0\n#EXT-X-DISCONTINUITY:x\n"
      text += "#EXT-X-DATERANGE:ID=\"\(index % 7)\",DURATION=-1\n#EXTINF:16.5\nhttps://h/\(index % 3) .ts\n"
    }
    check(try findings(in: Array(text.utf8)), lines: 40_003)
  }

  @Test(
    "20,000 variants with a group, an identifier and a pathway of their own are judged, each fault bounded")
  func manyVariants() throws {
    var text = "#EXTM3U\n"
    for index in 0..<20_000 {
      if index % 10 == 0 {
        text +=
          "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\(index)\",NAME=\"n\",LANGUAGE=\"en\",URI=\"a\(index)\"\n"
      }
      text += "#EXT-X-STREAM-INF:BANDWIDTH=\(1_000 + index),CODECS=\"avc1.64001f,mp4a.40.2\",OWN-\(index)=1,"
      text += "STABLE-VARIANT-ID=\"s\(index)\",AUDIO=\"g\(index)\",PATHWAY-ID=\"p\(index)\"\nv\(index).m3u8\n"
    }
    check(try findings(in: Array(text.utf8)), lines: 42_001)
  }
}

extension Dice: RandomNumberGenerator {
  mutating func next() -> UInt64 { UInt64(roll(Int.max)) }
}
