import Addresses
import BundleStore
import Playlist
import Testing

@testable import Download

/// Every media playlist of the fixtures that can be packed.
@Suite struct LocalFixtureTests {
  private static let address = "https://example.com/p.m3u8?token=a%2Bb&empty=&quote=a%22b"

  private static func parser(_ mode: PlaylistParser.Mode = .lenient) throws -> PlaylistParser {
    PlaylistParser(name: "p.m3u8", uri: try URI(address), mode: mode, imported: ["imp": "imported"])
  }

  /// nil for what cannot be packed: another kind, nothing in it, a part of one, a version of
  /// the future, or no key to be had.
  private static func planned(_ fixture: Fixture) throws -> Planned? {
    guard case .media(let playlist) = try parser().parse(fixture.bytes), !playlist.segments.isEmpty,
      playlist.skippedSegments == 0, (playlist.version ?? 1) <= 13
    else { return nil }
    do {
      return try Planned(playlist, at: address)
    } catch let error as DownloadError {
      #expect(error.kind == .protected || error.message.contains("is not followed"))
      return nil
    }
  }

  static let packable = Fixture.all(in: "playlists").filter { fixture in
    // One that cannot even be read is told by the tests of the parser.
    (try? planned(fixture)) != nil
  }

  private func local(_ fixture: Fixture) throws -> (source: Planned, text: String, playlist: MediaPlaylist) {
    let source = try #require(try Self.planned(fixture))
    let text = source.local
    let parser = PlaylistParser(name: "playlist.m3u8", uri: nil, mode: .strict)
    guard case .media(let playlist) = try parser.parse(Array(text.utf8)) else { throw WrongKind() }
    return (source, text, playlist)
  }

  @Test("most of the fixtures can be packed")
  func count() {
    #expect(Self.packable.count > 60)
  }

  @Test("the local playlist obeys the specification to the letter", arguments: packable)
  func strict(_ fixture: Fixture) throws {
    let (source, text, playlist) = try local(fixture)
    let known = Set(source.stream.playlist.warnings.map(\.rule))
    #expect(playlist.warnings.filter { !known.contains($0.rule) }.map(\.message) == [], "\(text)")
    #expect(playlist.endList && playlist.playlistType == .vod && playlist.isComplete)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("#EXT-X-ENDLIST") } == 1)
  }

  @Test("its segments are the source's", arguments: packable)
  func segments(_ fixture: Fixture) throws {
    let (source, text, playlist) = try local(fixture)
    let before = source.stream.playlist
    // Tabs in a title are blanks in its exact form, and a date that cannot be read is left out.
    func row(_ segment: MediaSegment) -> String {
      let title = (segment.title ?? "").split(separator: "\t").joined(separator: " ")
      return "\(segment.durationText) \(title) \(segment.mediaSequence) "
        + "\(segment.discontinuitySequence) \(segment.isDiscontinuity) \(segment.isGap) "
        + "\(segment.dateTime == nil ? "" : segment.programDateTime ?? "")"
    }
    #expect(playlist.segments.map(row) == before.segments.map(row), "\(text)")
    #expect(
      playlist.segments.map(\.uri) == zip(source.pieces, source.names).filter { $0.0.isSegment }.map(\.1))
    #expect(playlist.segments.allSatisfy { $0.byteRange == nil })
    #expect(playlist.mediaSequence == before.mediaSequence)
    #expect(playlist.iFramesOnly == before.iFramesOnly)
    #expect(playlist.start == before.start)
    #expect((playlist.version ?? 1) >= min(before.version ?? 1, 13))
  }

  @Test("each segment has the initialization section and the key that were planned", arguments: packable)
  func keysAndSections(_ fixture: Fixture) throws {
    let (source, text, playlist) = try local(fixture)
    let before = source.stream.playlist
    for (old, new) in zip(before.segments, playlist.segments) where !old.isGap {
      let section = old.initialization.flatMap { source.stream.sections[$0] }
      #expect(new.initialization.map { playlist.initializations[$0].uri } == section.map { "init-\($0).mp4" })
      guard let index = source.stream.piece(.segment, Int(new.mediaSequence - playlist.mediaSequence)) else {
        Issue.record("a segment without piece")
        continue
      }
      guard let cipher = source.pieces[index].cipher, cipher.isAES128 else { continue }
      let keys = new.keySet.map { playlist.keySets[$0] } ?? []
      let key = keys.first { $0.uri == "../keys/key-\(cipher.key).m4s" }
      #expect(key?.method == .aes128, "\(text)")
      #expect(key.map { $0.iv ?? Key.implicitIV(mediaSequence: new.mediaSequence) } == cipher.iv)
    }
  }

  @Test("it needs nothing from outside", arguments: packable)
  func isSelfContained(_ fixture: Fixture) throws {
    let (_, text, playlist) = try local(fixture)
    let places =
      playlist.segments.map(\.uri) + playlist.initializations.map(\.uri)
      + playlist.keySets.joined().compactMap(\.uri)
    #expect(places.allSatisfy { !$0.contains(":") && !$0.hasPrefix("/") }, "\(text)")
    #expect(!text.contains("{$") || text.contains("#EXTINF"), "\(text)")
    #expect(!text.contains("#EXT-X-DEFINE"))
    let withAddress = text.split(separator: "\n").filter { $0.contains("://") && !$0.hasPrefix("#EXTINF") }
    #expect(withAddress == [])
    let named = text.split(separator: "\n").filter { !$0.hasPrefix("#EXTINF") }.flatMap { line in
      line.matches(of: /[:,]URI="([^"]*)"/).map { String($0.1) }
    }
    #expect(
      named.allSatisfy(
        Set(playlist.initializations.map(\.uri) + playlist.keySets.joined().compactMap(\.uri)).contains),
      "\(named)")
  }

  @Test("packed again it stays the same", arguments: packable)
  func again(_ fixture: Fixture) throws {
    let (source, text, playlist) = try local(fixture)
    // Keys are found by their address, which is another now; all else is equal.
    guard source.keys.isEmpty else { return }
    #expect(try Planned(playlist).local == text)
  }
}

extension Piece {
  fileprivate var isSegment: Bool { if case .segment = role { true } else { false } }
}
