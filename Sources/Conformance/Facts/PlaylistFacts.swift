package import Playlist

/// The files that a playlist of a bundle may name.
package struct NamedFiles: Sendable {
  /// Paths of the files that the manifest itself names.
  package var paths: Set<String>
  /// The folder that the playlist stands in; empty for the bundle's own.
  package var folder: String
  /// Names of media files in that folder.
  package var media: Set<String>
  /// Bytes of media files in other folders that the playlist may name parts of, by path.
  package var lent: [String: Int64]

  package init(
    paths: Set<String>, folder: String = "", media: Set<String> = [], lent: [String: Int64] = [:]
  ) {
    self.paths = paths
    self.folder = folder
    self.media = media
    self.lent = lent
  }

  /// Whether a path, relative to the bundle, is one of them.
  func holds(_ path: String) -> Bool {
    if paths.contains(path) || lent[path] != nil { return true }
    guard !folder.isEmpty, path.hasPrefix(folder + "/") else { return false }
    return media.contains(String(path.dropFirst(folder.utf8.count + 1)))
  }
}

/// A local playlist of a bundle.
package struct PlaylistFacts: Sendable {
  package enum Kind: Sendable, Hashable {
    case multivariant
    case media
  }

  package enum Reading: Sendable {
    case playlist(ParsedPlaylist)
    case failure(PlaylistError)
  }

  /// Relative to the bundle.
  package var path: String
  /// Which kind must stand here.
  package var kind: Kind
  package var reading: Reading
  package var files: NamedFiles
  /// Paths of keys that were left out of the bundle on demand: a KEY line names them all the same.
  package var omittedKeys: Set<String>

  package init(path: String, kind: Kind, reading: Reading, files: NamedFiles, omittedKeys: Set<String> = []) {
    self.path = path
    self.kind = kind
    self.reading = reading
    self.files = files
    self.omittedKeys = omittedKeys
  }

  package var media: MediaPlaylist? {
    if case .playlist(.media(let playlist)) = reading { playlist } else { nil }
  }

  package var multivariant: MultivariantPlaylist? {
    if case .playlist(.multivariant(let playlist)) = reading { playlist } else { nil }
  }
}
