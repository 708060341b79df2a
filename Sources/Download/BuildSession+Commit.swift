import Addresses
import BundleStore
import Digest
import Files
import Media
import Playlist
import Selection

extension BuildSession {
  /// Writes all that is not media, and commits.
  /// - Parameter notes: what servers said of the playlists.
  func commit(noting notes: [PlaylistNote]) throws(DownloadError) -> BuildOutcome {
    let gathered = try gatherAll()
    do throws(BundleError) {
      var tracks = StreamTracks()
      for stream in gathered { tracks.add(stream.plan.folder, stream.state, peak: stream.rates.peak) }
      try putPlaylists(gathered, tracks)
      try putOriginals()
      let keyRecords = try putKeys()
      let picture = try putArtwork()
      let maker = ManifestMaker(plan: plan, request: request, surroundings: surroundings)
      var manifest = maker.manifest(gathered, keys: keyRecords, artwork: picture)
      manifest.sessionData = sessionData
      let written = try staging.commit(
        manifest, listings: gathered.map(\.listing), signer: request.signingKey,
        mark: SourceMark(of: manifest.source.url, by: surroundings.machine), notes: notes)
      return BuildOutcome(
        path: staging.finalPath, manifest: written, wasThere: false, reusedFiles: reusedFiles)
    } catch {
      throw DownloadError(error)
    }
  }

  func gatherAll() throws(DownloadError) -> [GatheredStream] {
    var gathered: [GatheredStream]
    do throws(BundleError) {
      gathered = []
      for (index, context) in contexts.enumerated() {
        if let standing = kept[index] {
          gathered.append(
            GatheredStream(
              plan: context.stream, state: context.snapshot, names: standing.names(for: context.stream),
              listing: standing.listing, standing: standing.record))
        } else {
          gathered.append(try gather(context))
        }
      }
    } catch {
      throw DownloadError(error)
    }
    for (index, stream) in gathered.enumerated() where stream.plan.isBorrowed {
      gathered[index].borrowed = try BorrowedNames(of: stream.plan, in: gathered)
    }
    return gathered
  }

  /// The listing of a stream; puts the empty files of its gaps in place.
  private func gather(_ context: StreamContext) throws(BundleError) -> GatheredStream {
    let stream = context.stream
    let state = context.snapshot
    let records = FileRecords(volatile: plan.volatile)
    var files: [StreamFile] = []
    var names: [String] = []
    files.reserveCapacity(stream.pieces.count)
    for (index, piece) in stream.pieces.enumerated() {
      if let facts = state.facts[index], let file = records.file(facts, at: index, in: stream) {
        files.append(file)
        names.append(facts.name)
        continue
      }
      guard piece.isGap, let name = PieceNames.name(of: piece, container: state.container, in: stream) else {
        throw BundleError(
          .damaged, "finishing", place: staging.partialPath, file: stream.folder.text,
          reason: "piece \(index) is not there")
      }
      try putGap(name, of: stream.folder)
      files.append(records.gap(piece, in: stream, name: name))
      names.append(name.text)
    }
    let listing = StreamListing(
      folder: stream.folder, source: Redaction.redacted(stream.uri, volatile: plan.volatile),
      files: files.sorted { $0.name < $1.name })
    return GatheredStream(plan: stream, state: state, names: names, listing: listing)
  }

  /// A gap is an empty file of ours.
  private func putGap(_ name: MediaFileName, of stream: StreamFolder) throws(BundleError) {
    let folder = try staging.streamFolder(stream)
    do throws(SystemError) {
      try folder.createFile(name.text, exclusive: false).close()
    } catch {
      throw BundleError(
        .disk, "writing", place: staging.partialPath, file: stream.text, reason: error.reason, system: error)
    }
  }

  private func putPlaylists(_ streams: [GatheredStream], _ tracks: StreamTracks) throws(BundleError) {
    for stream in streams { try putPlaylist(stream) }
    try staging.put(.multivariantPlaylist, multivariant(streams, tracks))
  }

  /// The media playlist of a stream.
  func putPlaylist(_ stream: GatheredStream) throws(BundleError) {
    // What is stored in the clear needs no keys.
    let numbers = KeyNumbers(plan.keyHandling == .decrypt ? [] : plan.keys, base: stream.plan.uri)
    let local = LocalMediaPlaylist(
      of: stream.plan, names: stream.names, borrowing: stream.borrowed, hiding: plan.volatile,
      isClearKey: isClearKey
    ) {
      numbers.number(of: $0)
    }
    try staging.put(.mediaPlaylist(of: stream.plan.folder), local.serialized())
  }

  /// Whether the file of one of the plan's keys is the key itself.
  private func isClearKey(_ number: Int) -> Bool { keys.indices.contains(number) && keys[number].isClear }

  /// The bytes of `index.m3u8`.
  func multivariant(_ streams: [GatheredStream], _ tracks: StreamTracks) -> [UInt8] {
    if let multivariant = plan.multivariant, let map = plan.map {
      return LocalMultivariant(
        multivariant, plan: plan, map: map, media: tracks, made: soundAlone(streams)
      ).serialized()
    }
    guard let stream = streams.first else { return [] }
    return MadeMultivariant.serialized(stream.plan, rates: stream.rates, tracks: stream.state.tracks)
  }

  /// A line for each AUDIO group of a title of which only sound is packed; none where a variant is.
  private func soundAlone(_ streams: [GatheredStream]) -> [String] {
    guard plan.choice?.variants.isEmpty == true, let variant = plan.variants.first else { return [] }
    let maker = ManifestMaker(plan: plan, request: request, surroundings: surroundings)
    return MadeMultivariant.soundAlone(maker.renditions, groups: variant.record.groups) { folder in
      streams.first { $0.plan.folder == folder }.map(maker.record)
    }
  }

  /// The playlists as they were received, without credentials.
  private func putOriginals() throws(BundleError) {
    let hash = plan.identityHash
    if plan.multivariant != nil { try putOriginal(plan.original, name: Originals.multivariant, hash) }
    for stream in plan.streams { try putOriginal(stream.original, name: Originals.name(stream.folder), hash) }
  }

  private func putOriginal(_ bytes: [UInt8], name: String, _ hash: IdentityHash) throws(BundleError) {
    guard let path = Originals.path(name, hash) else { return }
    try staging.put(path, Originals.redacted(bytes, volatile: plan.volatile))
  }

  private func putKeys() throws(BundleError) -> [KeyRecord] {
    guard plan.keyHandling != .decrypt else { return [] }
    var records: [KeyRecord] = []
    for number in plan.keys.indices {
      guard let path = BundlePath.key(number) else { break }
      if let bytes = keys[number].bytes {
        try staging.put(path, bytes, mode: request.sharedKeys ? 0o644 : 0o600)
      }
      records.append(record(ofKey: number, at: path))
    }
    return records
  }

  /// What the manifest says of one of the plan's keys.
  func record(ofKey number: Int, at path: BundlePath) -> KeyRecord {
    let (key, obtained) = (plan.keys[number], keys[number])
    return KeyRecord(
      id: "key-\(number)", method: key.method.text, keyFormat: key.keyFormat,
      source: key.source(hiding: plan.volatile), state: obtained.state,
      path: obtained.bytes == nil ? nil : path,
      expiresAt: request.keys.expiry(of: obtained, committedAt: surroundings.now()))
  }

  private func putArtwork() throws(BundleError) -> ArtworkRecord? {
    guard let artwork else { return nil }
    let file = try staging.put(artwork.path, artwork.bytes)
    return ArtworkRecord(file: file, type: artwork.type, width: artwork.width, height: artwork.height)
  }
}

extension PlannedKey {
  /// Where it comes from, as a manifest tells it: a `data:` URI is the key itself and is not told; that of a system
  /// tells keys apart, and so its digest is.
  func source(hiding volatile: VolatileParameters) -> String {
    if isData { return keyFormat == "identity" ? "data:" : "data:,\(SHA256Digest.of(Array(uri.utf8)).hex)" }
    // A key's own URI was resolved before.
    return (try? URI(uri)).map { Redaction.redacted($0, volatile: volatile) } ?? ""
  }
}

/// A stream whose pieces are all there.
struct GatheredStream {
  let plan: PlannedStream
  let state: StreamState
  /// Names of the files, by index into the plan's pieces.
  let names: [String]
  let listing: StreamListing
  /// What of other streams' files its playlist names; nil where it has its own.
  var borrowed: BorrowedNames?
  /// What a bundle on disk says of it, where it holds it already; nil: it is new.
  var standing: StreamRecord?

  var container: Container { borrowed?.container ?? state.container ?? .unknown }

  /// Measured over the segments that have bytes.
  var rates: BitRates {
    if let borrowed {
      let frames = zip(borrowed.segments, plan.playlist.segments).map {
        (bytes: $0.bytes, seconds: $1.duration)
      }
      return BitRates(of: frames, targetDuration: plan.playlist.targetDuration)
    }
    let segments = listing.segments.filter { !$0.isGap }.map {
      (bytes: $0.bytes, seconds: $0.durationSeconds ?? 0)
    }
    return BitRates(of: segments, targetDuration: plan.playlist.targetDuration)
  }
}

/// Finds the number of a KEY line's key in `keys/`.
struct KeyNumbers {
  private let base: URI
  private var numbers: [PlannedKey: Int] = [:]

  init(_ keys: [PlannedKey], base: URI) {
    self.base = base
    for (number, key) in keys.enumerated() { numbers[key] = number }
  }

  /// nil for a key that was not planned: of a system that guards it, or unused.
  func number(of key: Key) -> Int? {
    // An address that cannot be one was refused while planning, or belongs to a key that is not used.
    PlannedKey(key, base: base).flatMap { numbers[$0] }
  }
}
