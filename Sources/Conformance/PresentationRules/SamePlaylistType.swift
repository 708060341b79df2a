import Playlist

enum SamePlaylistType: Rule {
  static let identifier = "rfc8216bis-6.2.4-playlist-type"
  static let asks = "all media playlists have the same EXT-X-PLAYLIST-TYPE, or none has one"
  static let why = "a player that takes one for finished and another for live cannot seek in both"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    guard let reference = facts.reference ?? facts.media.first else { return [] }
    let type = reference.playlist.playlistType
    return facts.media.compactMap { media in
      let own = media.playlist.playlistType
      guard own != type else { return nil }
      return found(
        .error, media.name, line: media.firstLine(with: .playlistType),
        "has \(text(own)) where \(shown(reference.name)) has \(text(type))")
    }
  }

  private static func text(_ type: PlaylistType?) -> String {
    type.map { "EXT-X-PLAYLIST-TYPE:\($0.rawValue)" } ?? "no EXT-X-PLAYLIST-TYPE"
  }
}
