import Playlist
import Testing

/// Titles to choose from. A variant's URI and a rendition's group and name tell in the tables which one is
/// meant.
enum Titles: String, CaseIterable, Sendable {
  case ladder
  case groups
  case authored
  case ranges
  case languages
  case chinese
  case apart
  case redundant
  case pathways
  case muxed
  case sound
  case scores
  case halfScores
  case angles
  case dubs
  case layouts
  case bare
  case commentary
  case cinema
  case soundVariant
  case uses
  case split
  case mixed
  case cut
  case regions
  case oneName
  case soundFirst
  case bareAndSound
  case twoTexts
  case stereoTwice

  func parsed() throws -> MultivariantPlaylist {
    try Self.parsed("#EXTM3U\n\(lines.joined(separator: "\n"))\n", name: rawValue)
  }

  static func parsed(_ text: String, name: String) throws -> MultivariantPlaylist {
    guard case .multivariant(let playlist) = try PlaylistParser(name: name).parse(Array(text.utf8)) else {
      throw PlaylistIsNotMultivariant()
    }
    return playlist
  }

  private struct PlaylistIsNotMultivariant: Error {}

  private var lines: [String] {
    typealias L = TitleLines
    return switch self {
    case .ladder: L.ladder
    case .groups: L.groups
    case .authored: ["aac", "ac3", "ec3"].flatMap(L.authored)
    case .ranges: L.ranges
    case .stereoTwice: L.stereoTwice
    case .languages: L.languages
    case .chinese: L.chinese
    case .apart: L.apart
    case .redundant: L.redundant
    case .pathways: ["A", "B"].flatMap(L.pathway)
    case .muxed: L.muxed
    case .sound: [TitleText.variant("64", 64, codecs: "mp4a.40.5"), L.sound(256), L.sound(128)]
    case .scores: L.scores + [TitleText.variant("small", 1_000, "640x360", "SCORE=0.5")]
    case .halfScores: L.scores + [TitleText.variant("small", 1_000, "640x360")]
    case .angles: L.angles
    case .dubs: L.dubs
    case .layouts: L.layouts
    case .bare: [TitleText.variant("low", 300), TitleText.variant("high", 900)]
    case .commentary: L.commentary
    case .cinema: L.cinema
    case .soundVariant: L.soundVariant
    case .uses: L.uses
    case .split: L.split
    case .mixed: L.mixed
    case .cut: L.cut
    case .regions: L.regions
    case .oneName: L.oneName
    case .soundFirst: L.soundFirst
    case .twoTexts:
      [
        TitleText.text("s1", "English", "en"), TitleText.text("s2", "Deutsch", "de"),
        TitleText.variant("v", 2_000, "1280x720", subtitles: "s1"),
        TitleText.variant("v", 2_000, "1280x720", subtitles: "s2"),
      ]
    case .bareAndSound: [TitleText.variant("bare", 300), L.sound(64)]
    }
  }
}
