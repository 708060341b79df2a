import Addresses
import BundleStore
import Files
import Media
import Playlist
import Selection

extension BuildSession {
  /// Writes all that is not media, and commits.
  func commit() throws(DownloadError) -> BuildOutcome {
    do throws(BundleError) {
      let gathered = try contexts.map { context throws(BundleError) in try gather(context) }
      var tracks = StreamTracks()
      for stream in gathered { tracks.add(stream.plan.folder, stream.state, peak: stream.rates.peak) }
      try putPlaylists(gathered, tracks)
      try putOriginals()
      let keyRecords = try putKeys()
      let picture = try putArtwork()
      let maker = ManifestMaker(plan: plan, request: request, surroundings: surroundings)
      let manifest = maker.manifest(gathered, keys: keyRecords, artwork: picture)
      let written = try staging.commit(manifest, listings: gathered.map(\.listing))
      return BuildOutcome(
        path: staging.finalPath, manifest: written, wasThere: false, reusedFiles: reusedFiles)
    } catch {
      throw DownloadError(error)
    }
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
    for stream in streams {
      let numbers = KeyNumbers(plan.keys, base: stream.plan.uri)
      let local = LocalMediaPlaylist(of: stream.plan, names: stream.names, hiding: plan.volatile) {
        numbers.number(of: $0)
      }
      try staging.put(.mediaPlaylist(of: stream.plan.folder), local.serialized())
    }
    if let multivariant = plan.multivariant, let map = plan.map {
      let local = LocalMultivariant(
        multivariant, plan: plan, map: map, media: tracks, made: soundAlone(streams))
      try staging.put(.multivariantPlaylist, local.serialized())
    } else if let stream = streams.first {
      try staging.put(
        .multivariantPlaylist,
        MadeMultivariant.serialized(stream.plan, rates: stream.rates, tracks: stream.state.tracks))
    }
  }

  /// A line for each AUDIO group of a title of which only sound is packed; none where a variant is.
  private func soundAlone(_ streams: [GatheredStream]) -> [String] {
    guard plan.choice?.variants.isEmpty == true, let variant = plan.variants.first else { return [] }
    let sounds = plan.renditions.filter { $0.record.kind == .audio && $0.stream != nil }
    var seen: Set<String> = []
    let groups = ([variant.record.groups.audio].compactMap { $0 } + sounds.map(\.record.groupID))
      .filter { seen.insert($0).inserted }
    return groups.flatMap { group -> [String] in
      let members = sounds.filter { $0.record.groupID == group }
      guard let member = members.first(where: \.record.isDefault) ?? members.first, let index = member.stream
      else { return [] }
      let stream = streams[index]
      return MadeMultivariant.streamLines(
        stream.plan, rates: stream.rates, tracks: stream.state.tracks,
        groups: VariantRecord.Groups(audio: group, subtitles: variant.record.groups.subtitles))
    }
  }

  /// The playlists as they were received, without credentials.
  private func putOriginals() throws(BundleError) {
    let hash = IdentityHash(of: plan.identity)
    if plan.multivariant != nil { try putOriginal(plan.original, name: "master.m3u8", hash) }
    for stream in plan.streams { try putOriginal(stream.original, name: "\(stream.folder.text).m3u8", hash) }
  }

  private func putOriginal(_ bytes: [UInt8], name: String, _ hash: IdentityHash) throws(BundleError) {
    guard let path = DataName(.playlist, name: name, of: hash).path else { return }
    try staging.put(path, Originals.redacted(bytes, volatile: plan.volatile))
  }

  private func putKeys() throws(BundleError) -> [KeyRecord] {
    var records: [KeyRecord] = []
    for (number, key) in plan.keys.enumerated() {
      guard let path = BundlePath.key(number) else { break }
      try staging.put(path, keys[number], mode: request.sharedKeys ? 0o644 : 0o600)
      // A key's own URI was resolved before; a data: URI is the key itself and is not told.
      let source = (try? URI(key.uri)).map { Redaction.redacted($0, volatile: plan.volatile) }
      records.append(
        KeyRecord(
          id: "key-\(number)", method: key.method.text, keyFormat: key.keyFormat,
          source: key.isData ? "data:" : source ?? "", state: .stored, path: path))
    }
    return records
  }

  private func putArtwork() throws(BundleError) -> ArtworkRecord? {
    guard let artwork else { return nil }
    let file = try staging.put(artwork.path, artwork.bytes)
    return ArtworkRecord(file: file, type: artwork.type, width: artwork.width, height: artwork.height)
  }
}

/// A stream whose pieces are all there.
struct GatheredStream {
  let plan: PlannedStream
  let state: StreamState
  /// Names of the files, by index into the plan's pieces.
  let names: [String]
  let listing: StreamListing

  /// Measured over the segments that have bytes.
  var rates: BitRates {
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
    guard let text = key.uri else { return nil }
    let isData = text.lowercased().hasPrefix("data:")
    // An address that cannot be one was refused while planning, or belongs to a key that is not used.
    guard let uri = isData ? text : try? base.resolve(text).text else { return nil }
    return numbers[PlannedKey(uri: uri, method: key.method, keyFormat: key.keyFormat)]
  }
}
