import Addresses
import BundleStore
import Digest
import Files
import Media
import Playlist
import Support

@testable import Download

struct WrongKind: Error {}

/// Where the playlists of these tests come from.
let site = "https://cdn.example.com/film/v/index.m3u8"

func media(
  _ text: String, uri: String = site, mode: PlaylistParser.Mode = .lenient,
  imported: [String: String]? = nil
) throws -> MediaPlaylist {
  let parser = PlaylistParser(name: "media.m3u8", uri: try URI(uri), mode: mode, imported: imported)
  guard case .media(let playlist) = try parser.parse(Array(text.utf8)) else { throw WrongKind() }
  return playlist
}

/// A media playlist of version 7 with the given lines between its head and EXT-X-ENDLIST.
func vod(_ lines: String...) -> String {
  (["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:6", "#EXT-X-PLAYLIST-TYPE:VOD"] + lines
    + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
}

/// A stream as it is planned, with the keys that it needs.
struct Planned {
  let stream: PlannedStream
  let keys: [PlannedKey]

  var pieces: [Piece] { stream.pieces }

  init(_ playlist: MediaPlaylist, at uri: String = site, root: URI? = nil, kind: StreamKind = .variant) throws
  {
    var planner = PiecePlanner(root: root)
    let base = try URI(uri)
    let pieces = try planner.pieces(of: playlist, base: base, name: "media.m3u8")
    let identity = Identity(of: base, ignoring: VolatileParameters())
    keys = planner.keys
    stream = PlannedStream(
      folder: StreamFolder(kind: kind, bandwidth: kind == .variant ? 2_500_000 : 0, identity: identity),
      uri: base, identity: identity, playlist: playlist, original: [], pieces: pieces, bandwidth: nil,
      estimatedBytes: PlannedStream.estimate(pieces, duration: playlist.duration, rate: nil, kind: kind))
  }

  init(_ text: String, at uri: String = site, root: URI? = nil, kind: StreamKind = .variant) throws {
    try self.init(media(text, uri: uri), at: uri, root: root, kind: kind)
  }

  /// The names that its files get where the bytes say nothing.
  var names: [String] {
    pieces.map { PieceNames.name(of: $0, container: nil, in: stream)?.text ?? "no name" }
  }

  /// The local playlist.
  var local: String {
    let numbers = KeyNumbers(keys, base: stream.uri)
    let playlist = LocalMediaPlaylist(of: stream, names: names) { numbers.number(of: $0) }
    return String(decoding: playlist.serialized(), as: UTF8.self)
  }

  /// A place to keep its files in.
  func context(in folder: TemporaryFolder) throws -> StreamContext {
    StreamContext(
      stream, folder: try Folder.open(folder.path), pool: BufferPool(), keys: [], onStored: { _ in })
  }
}

/// What is known of a file that came.
func facts(
  _ bytes: Int64, container: Container = .transportStream, isInspected: Bool = true, tracks: [TrackFacts] = []
) -> PieceFacts {
  PieceFacts(
    name: "000000.ts", bytes: bytes, digest: SHA256Digest.of([UInt8]()), container: container,
    isInspected: isInspected, disguise: nil, encoding: nil, sample: tracks)
}

/// What an error says, or nil when there is none.
func failure(_ body: () throws -> Void) -> DownloadError? {
  do {
    try body()
    return nil
  } catch {
    return error as? DownloadError ?? DownloadError(.stopped, "another error: \(error)")
  }
}
