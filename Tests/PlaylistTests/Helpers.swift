import Addresses
import Playlist
import Testing

/// The usual head of a media playlist.
let head = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"
let end = "#EXT-X-ENDLIST\n"

struct WrongKind: Error {}

func media(
  _ text: String, uri: String? = nil, mode: PlaylistParser.Mode = .lenient, imported: [String: String]? = nil
) throws -> MediaPlaylist {
  let parser = PlaylistParser(
    name: "media.m3u8", uri: try uri.map { try URI($0) }, mode: mode, imported: imported)
  guard case .media(let playlist) = try parser.parse(Array(text.utf8)) else { throw WrongKind() }
  return playlist
}

func multivariant(_ text: String, mode: PlaylistParser.Mode = .lenient) throws -> MultivariantPlaylist {
  let parsed = try PlaylistParser(name: "master.m3u8", mode: mode).parse(Array(text.utf8))
  guard case .multivariant(let playlist) = parsed else { throw WrongKind() }
  return playlist
}

/// What the parser says about a text: the error's description, or nil when it accepts it.
func refusal(_ text: String, mode: PlaylistParser.Mode = .lenient, imported: [String: String]? = nil)
  -> String?
{
  do {
    _ = try PlaylistParser(name: "p.m3u8", mode: mode, imported: imported).parse(Array(text.utf8))
    return nil
  } catch {
    return error.description
  }
}
