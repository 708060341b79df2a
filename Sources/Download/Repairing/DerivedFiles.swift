import Addresses
import BundleStore
import Digest
import Files
import Selection

/// Makes again what follows from the source's playlists and from the media that are there.
struct DerivedFiles: Sendable {
  let streams: RepairedStreams
  let gathered: [GatheredStream]
  /// The plan as it was made, with folders of its own.
  let planned: BuildPlan
  let loader: SourceLoader
  let staging: BundleStaging

  private var plan: BuildPlan { streams.match.plan }
  private var manifest: Manifest { streams.bundle.manifest }

  /// Puts one file into the staging folder.
  /// - Throws: `damaged` when nothing can make it; else what making it throws.
  func put(_ path: BundlePath) throws(DownloadError) {
    if case .listing(let folder) = path.role { return try putListing(stream(of: folder, path).listing) }
    let mode: UInt32? = if case .key = path.role { 0o600 } else { nil }
    let bytes = try bytes(of: path)
    do throws(BundleError) { try staging.put(path, bytes, mode: mode) } catch { throw DownloadError(error) }
  }

  private func bytes(of path: BundlePath) throws(DownloadError) -> [UInt8] {
    switch path.role {
    case .mediaPlaylist(let folder): return try mediaPlaylist(stream(of: folder, path))
    case .multivariantPlaylist: return try multivariant(path)
    case .data: return try original(path)
    case .key(let number):
      let index = manifest.keys.firstIndex { $0.path == path } ?? number
      if let bytes = streams.keys.bytes(of: index), !bytes.isEmpty { return bytes }
      throw .otherNow(path.text, "the source names no such key any more")
    case .streamIndex(let folder):
      let listing = try stream(of: folder, path).listing
      do throws(BundleError) { return try streams.bundle.streamIndex(listing) } catch {
        throw DownloadError(error)
      }
    default: throw .beyondRepair(streams.bundle.path, path, "no source has it")
    }
  }

  private func stream(of folder: StreamFolder, _ path: BundlePath) throws(DownloadError) -> GatheredStream {
    guard let index = streams.match.index(of: folder) else {
      throw .otherNow("\(streams.bundle.path)/\(path.text)", "the source does not have its stream any more")
    }
    return gathered[index]
  }

  private func putListing(_ listing: StreamListing) throws(DownloadError) {
    do throws(SystemError) {
      let path = BundlePath.listing(of: listing.folder).text
      let file = try staging.folder.createFile(path, exclusive: false)
      var writer = StreamListingWriter(file, header: listing.header)
      for file in listing.files { try writer.add(file) }
      _ = try writer.finish()
    } catch {
      throw DownloadError(error)
    }
  }

  private func mediaPlaylist(_ stream: GatheredStream) throws(DownloadError) -> [UInt8] {
    let borrowed = stream.plan.isBorrowed ? try BorrowedNames(of: stream.plan, in: gathered) : nil
    let numbers = KeyNumbers(plan.keyHandling == .decrypt ? [] : streams.keys.planned, base: stream.plan.uri)
    let local = LocalMediaPlaylist(
      of: stream.plan, names: stream.names, borrowing: borrowed, hiding: plan.volatile, isClearKey: isClear
    ) { key in
      numbers.number(of: key).map(fileNumber)
    }
    return local.serialized()
  }

  /// Whether the bundle has the key itself under that number, not a form that only its system understands.
  private func isClear(_ number: Int) -> Bool {
    let path = BundlePath.key(number)
    return manifest.keys.contains { $0.state == .stored && $0.path == path }
  }

  /// The number in the name of a key's file.
  private func fileNumber(_ planned: Int) -> Int {
    let index = streams.keys.numbers[planned]
    guard manifest.keys.indices.contains(index), case .key(let number)? = manifest.keys[index].path?.role
    else {
      return index
    }
    return number
  }

  private func multivariant(_ path: BundlePath) throws(DownloadError) -> [UInt8] {
    guard let multivariant = plan.multivariant, let map = plan.map else {
      guard let record = manifest.streams.first else {
        throw .beyondRepair(streams.bundle.path, path, "there is no stream for it")
      }
      let lines = ["#EXTM3U"] + MadeMultivariant.streamLines(record, groups: nil)
      return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
    let folders = streams.match.folders(planned)
    let packed = PackedTitle(
      variants: (plan.choice?.variants ?? []).map(\.index), renditions: Set(plan.renditions.map(\.index)),
      variantFolders: map.variants.map { folders[$0.folder] ?? $0.folder },
      renditionFolders: map.renditions.map { place in place.map { folders[$0.folder] ?? $0.folder } },
      sessionData: plan.localSessionData,
      trickPlay: Dictionary(
        plan.trickPlay.map { ($0.line, plan.streams[$0.stream].folder) },
        uniquingKeysWith: { first, _ in first }), made: soundAlone)
    var tracks = StreamTracks()
    for stream in manifest.streams { tracks.add(stream) }
    return LocalMultivariant(multivariant, packed: packed, media: tracks).serialized()
  }

  private var soundAlone: [String] {
    guard plan.choice?.variants.isEmpty == true, let variant = plan.variants.first else { return [] }
    return MadeMultivariant.soundAlone(manifest.renditions, groups: variant.record.groups) {
      manifest.stream($0)
    }
  }

  /// A playlist as it was received.
  private func original(_ path: BundlePath) throws(DownloadError) -> [UInt8] {
    let name = DataName(path)?.name
    if name == "master.m3u8", plan.multivariant != nil {
      return Originals.redacted(plan.original, volatile: plan.volatile)
    }
    guard let stream = plan.streams.first(where: { "\($0.folder.text).m3u8" == name }) else {
      throw .otherNow("\(streams.bundle.path)/\(path.text)", "the source does not have it any more")
    }
    return Originals.redacted(stream.original, volatile: plan.volatile)
  }
}
