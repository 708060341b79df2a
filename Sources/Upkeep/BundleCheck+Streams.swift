import BundleStore
import Conformance
import Files
import Playlist

extension BundleCheck {
  mutating func checkStream(_ stream: StreamRecord, files: [FileRecord]) throws(BundleError) {
    var contents = try contents(of: stream.folder.text)
    let playlistPath = BundlePath.mediaPlaylist(of: stream.folder)
    var titleStream = TitleFacts.Stream(
      playlistPath: playlistPath.text, gaps: stream.totals.gaps, playlistGaps: nil)
    defer { streams.append(titleStream) }
    guard isFolder(contents) else {
      unlisted.insert(stream.folder.text)
      return
    }
    let folder = queue.addFolder(contents.path)
    var playlist: (file: FileRecord, name: String)?
    var hasListing = false
    for file in files {
      guard let name = sound(file, in: &contents) else { continue }
      switch file.path.role {
      case .listing: hasListing = true
      case .mediaPlaylist: playlist = (file, name)
      default: enqueue(file, name: name, folder: folder)
      }
    }
    let media = checkMedia(of: stream, hasListing: hasListing, folder: folder, in: &contents)
    tellExtras(of: contents, knowingMedia: media.names != nil)
    let isTrickPlay = stream.folder.kind.isTrickPlay
    if !isTrickPlay { lend(media, of: stream) }
    var facts = StreamFacts(
      listingPath: BundlePath.listing(of: stream.folder).text, listing: media.listing,
      playlistPath: playlistPath.text, playlist: nil,
      isBorrowed: isTrickPlay && stream.totals.segments == 0)
    if let playlist, let reading = reading(playlist.file, name: playlist.name, in: contents) {
      let parsed = PlaylistFacts(
        path: playlistPath.text, kind: .media, reading: reading,
        files: NamedFiles(
          paths: namedPaths, folder: stream.folder.text, media: media.names ?? [],
          lent: isTrickPlay ? lent ?? [:] : [:]),
        omittedKeys: omittedKeys)
      let isKnown = media.names != nil && !(isTrickPlay && lacksNames)
      if isKnown || parsed.media == nil { tell(RuleBook.findings(in: parsed)) }
      facts.playlist = parsed.media
      titleStream.playlistGaps = parsed.media?.segments.count { $0.isGap }
    }
    tell(RuleBook.findings(in: facts))
  }

  /// What is known of a stream's media.
  private struct Media {
    var listing: StreamFacts.Listing
    /// Names of its files; nil when nothing tells them.
    var names: Set<String>?
    /// Bytes of the files by name; empty where no listing tells them, or nobody asks.
    var sizes: [String: Int64] = [:]
  }

  /// Lets I-frame and image playlists name parts of these files.
  private mutating func lend(_ media: Media, of stream: StreamRecord) {
    guard lent != nil else { return }
    guard let names = media.names else { return lacksNames = true }
    let folder = stream.folder.text
    for name in names { lent?["\(folder)/\(name)"] = media.sizes[name] ?? .max }
  }

  private mutating func checkMedia(
    of stream: StreamRecord, hasListing: Bool, folder: Int, in contents: inout FolderContents
  ) -> Media {
    guard hasListing else {
      return Media(listing: .unread, names: checkWrittenMedia(of: stream, folder, in: &contents))
    }
    let fresh = contents
    let before = findings.count
    var gathered = ListedMedia(of: stream, folder: folder)
    var sizes: [String: Int64] = [:]
    let keepsSizes = lent != nil
    do throws(BundleError) {
      try bundle.forEachFile(of: stream) { (file) throws(BundleError) in
        let name = gathered.add(file)
        if keepsSizes { sizes[name] = file.bytes }
        let onDisk = sound(
          name, bytes: file.bytes, path: .media(file.name, of: stream.folder), in: &contents)
        if let onDisk {
          gathered.enqueue(file, name: name, onDisk: onDisk)
        }
      }
    } catch {
      findings.removeSubrange(before...)
      contents = fresh
      let reason = error.system == nil ? error.reason : "cannot be read: \(error.reason)"
      return Media(listing: .faulty(reason), names: checkWrittenMedia(of: stream, folder, in: &contents))
    }
    sums.add(gathered.sums)
    queue.add(gathered.items)
    return Media(listing: .segments(gathered.segments), names: gathered.names, sizes: sizes)
  }

  /// The files of a stream as SHA256SUMS has them, for want of a listing; nil when that is no help either.
  private mutating func checkWrittenMedia(
    of stream: StreamRecord, _ folder: Int, in contents: inout FolderContents
  ) -> Set<String>? {
    unlisted.insert(stream.folder.text)
    guard case .success(let lines) = writtenSums() else { return nil }
    var names: Set<String> = []
    for line in lines {
      guard case .media(stream.folder, let file) = line.path.role else { continue }
      let name = file.text
      names.insert(name)
      guard case .file(let bytes) = contents.standing(of: name) else {
        _ = sound(name, bytes: nil, path: line.path, in: &contents)
        continue
      }
      _ = contents.take(name)
      queue.add(DigestQueue.Item(folder: folder, name: name, bytes: bytes, sha256: line.sha256))
    }
    return names
  }
}
