import Playlist

enum StreamNamed: Rule {
  static let identifier = "hlspack-stream-named"
  static let asks = "index.m3u8 names the playlist of every stream of the manifest"
  static let why = "a stream that is not named is stored and never played"

  static func check(_ facts: TitleFacts) -> [Finding] {
    guard let playlist = facts.playlist else { return [] }
    var named = Set(playlist.variants.map(\.uri))
    named.formUnion(playlist.renditions.compactMap(\.uri))
    named.formUnion(playlist.iFrameStreams.map(\.uri))
    named.formUnion(playlist.imageStreams.map(\.uri))
    return facts.streams.filter { !named.contains($0.playlistPath) }
      .map { found(.error, facts.playlistPath, "does not name \($0.playlistPath)") }
  }
}
