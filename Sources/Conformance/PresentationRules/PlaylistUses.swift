import Playlist

enum PlaylistUses: Rule {
  static let identifier = "hlspack-playlist-uses"
  static let asks = "a media playlist is named for one kind of use"
  static let why = "the same media cannot be sound and subtitles, or whole video and I-frames, at once"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    facts.media.compactMap { media in
      var kinds = Set(media.uses.map { facts.word($0) })
      // The sound or picture of a variant may be offered as a rendition too.
      if kinds.contains("AUDIO") || kinds.contains("VIDEO") { kinds.remove("a variant") }
      guard kinds.count > 1 else { return nil }
      return found(.info, media.name, "is named as \(kinds.sorted().joined(separator: " and "))")
    }
  }
}

extension PresentationFacts {
  fileprivate func word(_ use: MediaPlaylistFacts.Use) -> String {
    switch use {
    case .variant: "a variant"
    case .rendition: rendition(use)?.kind.rawValue ?? "a rendition"
    case .iFrames: "I-frames"
    case .images: "images"
    }
  }
}
