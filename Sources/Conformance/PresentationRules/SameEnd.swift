import Playlist

enum SameEnd: Rule {
  static let identifier = "hlspack-ended-together"
  static let asks = "either all media playlists have EXT-X-ENDLIST or none has it"
  static let why = "players wait for more of those that have not ended"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    guard let reference = facts.reference ?? facts.media.first else { return [] }
    let ended = reference.playlist.endList
    return facts.media.compactMap { media in
      guard media.playlist.endList != ended else { return nil }
      let (own, other) = ended ? ("no EXT-X-ENDLIST", "it") : ("EXT-X-ENDLIST", "none")
      return found(
        .warning, media.name, line: media.firstLine(with: .endList),
        "has \(own) where \(shown(reference.name)) has \(other)")
    }
  }
}
