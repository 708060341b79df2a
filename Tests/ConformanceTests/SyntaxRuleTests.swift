import Conformance
import Playlist
import Testing

@Suite("Rules of the parser")
struct SyntaxRuleTests {
  private func parsed(_ text: String) throws -> ParsedPlaylist {
    try PlaylistParser(name: "p.m3u8").parse(Array(text.utf8))
  }

  @Test("are all explained", arguments: SyntaxRule.allCases)
  func explained(_ rule: SyntaxRule) {
    #expect(RuleBook.explanations.contains { $0.identifier == rule.rawValue })
  }

  @Test("are errors in strict mode where players forgive, and never more than they are")
  func severities() throws {
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:LATER\n#EXTINF:6\n1.ts\n#EXT-X-ENDLIST"
    let warnings = try parsed(text).warnings
    let lenient = RuleBook.findings(of: warnings, in: "p.m3u8", isStrict: false)
    #expect(
      lenient.map(\.rule) == [
        "rfc8216bis-6.3.1-unknown-value", "rfc8216bis-4.4.4.1-extinf-comma", "rfc8216bis-4.1-final-line-end",
      ])
    #expect(lenient.map(\.severity) == [.warning, .warning, .info])
    #expect(lenient.map(\.line) == [3, 4, 6])
    #expect(lenient[1].hint == "add the comma")
    let strict = RuleBook.findings(of: warnings, in: "p.m3u8", isStrict: true)
    #expect(strict.map(\.severity) == [.warning, .error, .info])
  }

  @Test("are told one by one where the message differs, and counted where it does not")
  func oneByOne() throws {
    let warnings = try parsed(
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,NAME="a"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="a.m3u8"
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",URI="b.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=a
      v.m3u8

      """
    ).warnings
    #expect(
      RuleBook.findings(of: warnings, in: "p.m3u8", isStrict: false).map(\.message) == [
        "EXT-X-MEDIA has no GROUP-ID", "EXT-X-MEDIA has no NAME (and 1 more)",
        "EXT-X-STREAM-INF AUDIO is not in quotes",
      ])
  }

  @Test("name the fault of what cannot be read")
  func refusals() {
    func rule(_ text: String) -> String? {
      do {
        _ = try parsed(text)
        return nil
      } catch let error as PlaylistError {
        return RuleBook.finding(of: error, in: "p.m3u8").rule
      } catch {
        return nil
      }
    }
    #expect(rule("<html>") == "hlspack-not-a-playlist")
    #expect(rule("#EXTM3U\n#EXTINF:6,\n1.ts\n#EXT-X-ENDLIST\n") == "rfc8216bis-4.4.3.1-targetduration")
    #expect(rule("#EXTM3U\n#EXT-X-TARGETDURATION:6\n1.ts\n") == "rfc8216bis-4.4.4.1-extinf-missing")
  }
}
