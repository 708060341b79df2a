import Playlist

enum TypePresent: Rule {
  static let identifier = "apple-authoring-8.6-playlist-type"
  static let asks = "a media playlist of stored content has EXT-X-PLAYLIST-TYPE:VOD"
  static let why = "without it a player cannot know that all of it is there from the start"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    // A higher number is that of a live programme that has ended.
    guard playlist.endList, playlist.playlistType == nil, playlist.mediaSequence <= 1 else { return [] }
    guard facts.firstLine(with: .playlistType) == nil else { return [] }
    return [
      found(
        .error, facts.name, "has EXT-X-ENDLIST but no EXT-X-PLAYLIST-TYPE",
        hint: "add #EXT-X-PLAYLIST-TYPE:VOD")
    ]
  }
}
