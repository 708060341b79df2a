import BundleStore
import Digest
import Playlist

/// A bundle's own multivariant playlist, and which streams and records of the manifest its lines are.
struct LocalTitle {
  let bundle: OfflineBundle
  let playlist: MultivariantPlaylist
  /// By index into the playlist's variants.
  let variantFolders: [StreamFolder]
  /// By index into the playlist's renditions; nil for one that is muxed into the variants.
  let renditionFolders: [StreamFolder?]
  /// The line of each of the manifest's variants, as an index into the playlist's; nil for one without.
  let variantLines: [Int?]
  /// By index into the manifest's renditions, an index into the playlist's.
  let renditionLines: [Int?]

  var manifest: Manifest { bundle.manifest }

  /// Whether no variant of the source is packed, and the lines were made for sound alone.
  var isSoundAlone: Bool { variantFolders.allSatisfy { $0.kind == .audio } }

  /// - Throws: `damaged` when the playlist is not the one that the manifest means, or names other streams.
  init(of bundle: OfflineBundle) throws(BundleError) {
    self.bundle = bundle
    let playlist = try LocalTitle.read(bundle)
    self.playlist = playlist
    var folders: [StreamFolder] = []
    for variant in playlist.variants { folders.append(try LocalTitle.folder(variant.uri, of: bundle)) }
    variantFolders = folders
    var renditions: [StreamFolder?] = []
    for rendition in playlist.renditions {
      guard let uri = rendition.uri else {
        renditions.append(nil)
        continue
      }
      renditions.append(try LocalTitle.folder(uri, of: bundle))
    }
    renditionFolders = renditions
    variantLines = LocalTitle.variantLines(bundle.manifest, playlist, folders)
    renditionLines = LocalTitle.renditionLines(bundle.manifest, playlist, renditions)
  }

  /// The folder of the stream that a line of the playlist names.
  static func folder(_ uri: String, of bundle: OfflineBundle) throws(BundleError) -> StreamFolder {
    let name = uri.hasSuffix("/playlist.m3u8") ? String(uri.dropLast(14)) : ""
    guard let folder = StreamFolder(name), bundle.manifest.stream(folder) != nil else {
      throw damaged(bundle, .multivariantPlaylist, "names what is no stream of the bundle")
    }
    return folder
  }

  private static func read(_ bundle: OfflineBundle) throws(BundleError) -> MultivariantPlaylist {
    guard case .multivariant(let playlist) = try playlist(.multivariantPlaylist, of: bundle) else {
      throw damaged(bundle, .multivariantPlaylist, "is no multivariant playlist")
    }
    return playlist
  }

  /// A local playlist with the digest that the manifest says.
  static func playlist(_ path: BundlePath, of bundle: OfflineBundle) throws(BundleError) -> ParsedPlaylist {
    let bytes = try bundle.read(path, limit: BundleCheck.playlistLimit)
    let record = bundle.manifest.files.first { $0.path == path }
    guard SHA256Digest.of(bytes) == record?.sha256 else {
      throw damaged(bundle, path, "does not have the digest that the manifest says")
    }
    do throws(PlaylistError) {
      return try PlaylistParser(name: path.text).parse(bytes)
    } catch {
      throw damaged(bundle, path, error.description)
    }
  }

  private static func damaged(_ bundle: OfflineBundle, _ path: BundlePath, _ reason: String) -> BundleError {
    BundleError(
      .damaged, "reading", place: bundle.path, file: path.text, reason: reason, hint: "see hlspack verify")
  }

  /// Whether SHA256SUMS is what manifest and listings say: a change must not hide damage that was there before it.
  func checkSums() throws(BundleError) {
    guard try bundle.read(.sums, limit: Sums.byteLimit) == bundle.expectedSums() else {
      throw LocalTitle.damaged(bundle, .sums, "is not what the manifest and the listings say")
    }
  }

  // MARK: - Records and lines

  /// Of the lines of the same stream that no earlier variant has, the one with the variant's own AUDIO group, else
  /// one whose group went when the bundle was made.
  private static func variantLines(
    _ manifest: Manifest, _ playlist: MultivariantPlaylist, _ folders: [StreamFolder]
  ) -> [Int?] {
    var taken: Set<Int> = []
    return manifest.variants.map { variant in
      let free = playlist.variants.indices.filter { folders[$0] == variant.stream && !taken.contains($0) }
      let groups = variant.record.groups
      let exact = free.filter { playlist.variants[$0].audio == groups.audio }
      let line =
        exact.first { playlist.variants[$0].subtitles == groups.subtitles } ?? exact.first
        ?? free.first { playlist.variants[$0].audio == nil }
      if let line { taken.insert(line) }
      return line
    }
  }

  private static func renditionLines(
    _ manifest: Manifest, _ playlist: MultivariantPlaylist, _ folders: [StreamFolder?]
  ) -> [Int?] {
    var taken: Set<Int> = []
    return manifest.renditions.map { rendition in
      let record = rendition.record
      let line = playlist.renditions.indices.first { index in
        let other = playlist.renditions[index]
        return !taken.contains(index) && folders[index] == rendition.stream && other.kind == record.kind
          && other.groupID == record.groupID && other.name == record.name
          && other.language == record.language
      }
      if let line { taken.insert(line) }
      return line
    }
  }
}
