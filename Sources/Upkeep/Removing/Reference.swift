import BundleStore
import Playlist

/// What local media playlists and listings name outside of their own folder.
enum Reference {
  /// Every URI of a stream's playlist: initialization sections, segments and keys.
  static func uris(of stream: StreamFolder, in bundle: OfflineBundle) throws(BundleError) -> Set<String> {
    guard case .media(let media) = try LocalTitle.playlist(.mediaPlaylist(of: stream), of: bundle) else {
      return []
    }
    var uris = Set(media.initializations.map(\.uri))
    for segment in media.segments { uris.insert(segment.uri) }
    for key in media.keySets.joined() {
      if let uri = key.uri { uris.insert(uri) }
    }
    return uris
  }

  /// The stream of which a file is named: `../0-2500000-HASH/000003.m4s`; nil for one of the folder itself.
  static func folder(_ uri: String) -> StreamFolder? {
    guard uri.hasPrefix("../") else { return nil }
    return uri.dropFirst(3).split(separator: "/").first.flatMap { StreamFolder(String($0)) }
  }

  /// The keys that streams need, by the manifest's index: those that their listings count and those that their
  /// playlists name.
  static func keys(of streams: [StreamRecord], in bundle: OfflineBundle) throws(BundleError) -> Set<Int> {
    let keys = bundle.manifest.keys
    let paths = Dictionary(
      keys.enumerated().compactMap { index, key in key.namedPath.map { ("../\($0.text)", index) } },
      uniquingKeysWith: { first, _ in first })
    var needed: Set<Int> = []
    for stream in streams {
      try bundle.forEachFile(of: stream) { (file) throws(BundleError) in
        if let key = file.key { needed.insert(key) }
      }
      for uri in try uris(of: stream.folder, in: bundle) {
        if let key = paths[uri] { needed.insert(key) }
      }
    }
    return needed
  }
}
