import Addresses
import BundleStore
import Media
import Playlist
import Selection

@testable import Download

/// A multivariant playlist, what is chosen of it, and the plan that comes of that.
struct Title {
  static let address = "https://cdn.example.com/film/master.m3u8"

  let playlist: MultivariantPlaylist
  let map: TitleMap
  let choice: Choice
  let plan: BuildPlan

  init(_ text: String, _ words: SelectionWords = SelectionWords(), at address: String = Title.address) throws
  {
    let uri = try URI(address)
    playlist = try Title.parse(text)
    map = try Title.map(playlist, at: address)
    choice = try choose(words, from: playlist)
    let wanted = WantedStreams(of: choice, in: playlist, map: map)
    let streams = try wanted.places.map { place in
      let planned = try Planned(vod("#EXTINF:6,", "a.ts"), at: place.uri.text)
      return PlannedStream(
        folder: place.folder, uri: place.uri, identity: place.identity, playlist: planned.stream.playlist,
        original: [], pieces: planned.pieces, bandwidth: wanted.bandwidth[place.folder], estimatedBytes: 0)
    }
    let volatile = VolatileParameters()
    plan = BuildPlan(
      title: "Film", destination: "/nowhere/Film.movpkg", source: uri, requested: uri,
      identity: Identity(of: uri, ignoring: volatile), multivariant: playlist, map: map, choice: choice,
      original: [], streams: streams, keys: [],
      variants: wanted.variants(of: choice, map: map, hiding: volatile),
      renditions: wanted.renditions(of: choice, map: map, hiding: volatile), warnings: [], freeBytes: nil)
  }

  static func parse(_ text: String, mode: PlaylistParser.Mode = .lenient) throws -> MultivariantPlaylist {
    let parsed = try PlaylistParser(name: "master.m3u8", mode: mode).parse(Array(text.utf8))
    guard case .multivariant(let playlist) = parsed else { throw WrongKind() }
    return playlist
  }

  static func map(_ playlist: MultivariantPlaylist, at address: String = Title.address) throws -> TitleMap {
    try TitleMap(
      of: playlist, base: URI(address), name: "master.m3u8", ignoring: VolatileParameters(), root: nil)
  }

  /// The folder of the stream whose playlist has this address, relative to the title's.
  func folder(_ address: String) throws -> String {
    let uri = try URI(Title.address).resolve(address)
    let places = map.variants + map.renditions.compactMap(\.self)
    return places.first { $0.uri == uri }?.folder.text ?? "no stream \(address)"
  }

  /// The local multivariant playlist, folders written as the addresses they come from.
  /// - Parameter tracks: what the streams contain, by the address of their playlists; of others nothing
  ///   is known.
  func local(_ tracks: [String: [TrackFacts]] = [:], made: [String] = []) throws -> [String] {
    var found = StreamTracks()
    for stream in plan.streams {
      var state = StreamState(pieces: 1)
      let known = tracks.first {
        $0.key == String(stream.uri.text.dropFirst("https://cdn.example.com/film/".count))
      }
      let container: Container = stream.folder.kind == .subtitles ? .webVTT : .transportStream
      state.store(
        facts(1, container: container, isInspected: known != nil, tracks: known?.value ?? []), at: 0)
      found.add(stream.folder, state, peak: 1_000)
    }
    let bytes = LocalMultivariant(playlist, plan: plan, map: map, media: found, made: made).serialized()
    var text = String(decoding: bytes, as: UTF8.self)
    for stream in plan.streams {
      let address = stream.uri.text.dropFirst("https://cdn.example.com/film/".count)
      text = text.replacing("\(stream.folder.text)/playlist.m3u8", with: address)
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}

func multivariant(_ lines: String...) -> String {
  (["#EXTM3U"] + lines + [""]).joined(separator: "\n")
}
