import Addresses
import Playlist
import Testing

@Suite struct FixtureTests {
  /// All fixtures are read as if they came from here, below a multivariant playlist that defines `imp`.
  static func parser(_ mode: PlaylistParser.Mode = .lenient) throws -> PlaylistParser {
    let uri = try URI("https://example.com/p.m3u8?token=a%2Bb&empty=&quote=a%22b")
    return PlaylistParser(name: "p.m3u8", uri: uri, mode: mode, imported: ["imp": "imported"])
  }

  @Test("the folders of fixtures are there")
  func present() {
    #expect(Fixture.all(in: "playlists").count > 100)
    #expect(Fixture.all(in: "broken").count > 50)
  }

  @Test("each point of the specification reads as expected", arguments: Fixture.all(in: "playlists"))
  func meaning(_ fixture: Fixture) throws {
    let parsed = try Self.parser().parse(fixture.bytes)
    var actual = Summary.text(of: parsed)
    do {
      _ = try Self.parser(.strict).parse(fixture.bytes)
      actual += "strict: accepted\n"
    } catch {
      actual += "strict: \(error)\n"
    }
    #expect(fixture.expected(orRecord: actual) == actual)
  }

  @Test("what is broken earns its exact sentence", arguments: Fixture.all(in: "broken"))
  func refusal(_ fixture: Fixture) throws {
    let parser = try Self.parser()
    let error = #expect(throws: PlaylistError.self) { try parser.parse(fixture.bytes) }
    let actual = [error?.description, error?.hint.map { "hint: \($0)" }].compactMap(\.self).map { $0 + "\n" }
      .joined()
    #expect(fixture.expected(orRecord: actual) == actual)
  }

  @Test("an untouched playlist is written byte for byte", arguments: Fixture.all(in: "playlists"))
  func roundTrip(_ fixture: Fixture) throws {
    let text = try Self.parser().parse(fixture.bytes).text
    #expect(text.serialized == fixture.bytes)
    #expect(PlaylistEdits(of: text).serialized() == fixture.bytes)
  }

  @Test("a normalized playlist is strict and means the same", arguments: Fixture.all(in: "playlists"))
  func normalized(_ fixture: Fixture) throws {
    let parsed = try Self.parser().parse(fixture.bytes)
    guard parsed.warnings.allSatisfy(\.rule.isRepairable) else { return }
    let bytes = PlaylistEdits(of: parsed.text).serialized(normalizing: true)
    let again = try Self.parser(.strict).parse(bytes)
    #expect(!bytes.contains(0x0D) && bytes.last == 0x0A)
    #expect(
      PlaylistEdits(of: again.text).serialized(normalizing: true) == bytes, "a second time changes nothing")
    // What no reader can use is left out or written otherwise: such a line means something else then.
    let isRewritten = parsed.warnings.contains {
      $0.rule == .dateTime || $0.rule == .controlCharacter || $0.message.hasPrefix("EXT-X-DATERANGE")
    }
    guard !isRewritten else { return }
    let meaning = { (parsed: ParsedPlaylist) in
      Summary.text(of: parsed).split(separator: "\n").filter { !$0.hasPrefix("warning") }
    }
    #expect(meaning(again) == meaning(parsed))
  }
}
