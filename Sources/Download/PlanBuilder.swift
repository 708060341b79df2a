import Addresses
import BundleStore
import Files
import Playlist
import Selection
import Transfer

/// From a request to a plan: fetches playlists, nothing else; writes nothing.
struct PlanBuilder: Sendable {
  var request: BuildRequest
  let loader: SourceLoader
  /// The source as an address.
  let requested: URI

  func plan() async throws(DownloadError) -> BuildPlan {
    // A word that means nothing is told before anything is fetched.
    do { try request.words.check() } catch { throw DownloadError(error) }
    let source = try await loader.playlist(at: requested, imported: nil, isSource: true)
    var builder = self
    builder.request.volatile = request.volatile.knowing(valuesOf: requested).knowing(valuesOf: source.uri)
    switch source.parsed {
    case .multivariant(let playlist): return try await builder.plan(playlist, source)
    case .media(let playlist): return try builder.bare(playlist, source)
    }
  }

  // MARK: - A multivariant playlist

  private func plan(
    _ playlist: MultivariantPlaylist, _ source: LoadedPlaylist
  ) async throws(DownloadError) -> BuildPlan {
    guard !playlist.variants.isEmpty else {
      throw DownloadError(.wrongSource, "\(requested.pathText): a multivariant playlist without variants")
    }
    let map = try TitleMap(
      of: playlist, base: source.uri, name: requested.pathText, ignoring: request.volatile, root: loader.root)
    let choice: Choice
    do { choice = try choose(request.words, from: playlist) } catch { throw DownloadError(error) }
    let wanted = WantedStreams(of: choice, in: playlist, map: map)
    guard wanted.places.count <= SourceLimits.streams else {
      throw DownloadError(.wrongSource, "\(requested.pathText): more than \(SourceLimits.streams) streams")
    }
    let loaded = try await load(wanted.places, importing: playlist.importableVariables)
    var planner = PiecePlanner(root: loader.root)
    var streams: [PlannedStream] = []
    for (place, (media, loaded)) in zip(wanted.places, loaded) {
      let pieces = try planner.pieces(of: media, base: loaded.uri, name: place.uri.pathText)
      streams.append(
        PlannedStream(
          folder: place.folder, uri: loaded.uri, identity: place.identity, playlist: media,
          original: loaded.bytes, pieces: pieces, bandwidth: wanted.bandwidth[place.folder],
          estimatedBytes: PlannedStream.estimate(
            pieces, duration: media.duration, rate: wanted.rates[place.folder], kind: place.folder.kind),
          isEstimateFounded: wanted.bandwidth[place.folder] != nil))
    }
    let warnings =
      Self.warnings(playlist.warnings, of: requested) + choice.warnings + streams.flatMap(Self.warnings)
    return try finish(
      source: source, multivariant: playlist, map: map, choice: choice, streams: streams, keys: planner.keys,
      variants: wanted.variants(of: choice, map: map, hiding: request.volatile),
      renditions: wanted.renditions(of: choice, map: map, hiding: request.volatile),
      warnings: warnings)
  }

  /// The media playlists, several at a time, in the order of the places.
  private func load(
    _ places: [TitleMap.Place], importing variables: [String: String]
  ) async throws(DownloadError) -> [(MediaPlaylist, LoadedPlaylist)] {
    try await mapConcurrently(places) { (place: TitleMap.Place) throws(DownloadError) in
      let playlist = try await loader.playlist(at: place.uri, imported: variables)
      guard case .media(let media) = playlist.parsed else {
        throw DownloadError(
          .wrongSource, "\(place.uri.pathText): a multivariant playlist where a media playlist should be")
      }
      try Self.requireComplete(media, place: place.uri.pathText)
      return (media, playlist)
    }
  }

  // MARK: - A bare media playlist

  private func bare(_ media: MediaPlaylist, _ source: LoadedPlaylist) throws(DownloadError) -> BuildPlan {
    try Self.requireComplete(media, place: requested.pathText)
    try BareSelection.check(request.words, place: requested.pathText)
    let identity = Identity(of: requested, ignoring: request.volatile)
    let folder = StreamFolder(kind: .variant, bandwidth: 0, identity: identity)
    var planner = PiecePlanner(root: loader.root)
    let pieces = try planner.pieces(of: media, base: source.uri, name: requested.pathText)
    let stream = PlannedStream(
      folder: folder, uri: source.uri, identity: identity, playlist: media, original: source.bytes,
      pieces: pieces, bandwidth: nil,
      estimatedBytes: PlannedStream.estimate(pieces, duration: media.duration, rate: nil, kind: .variant))
    let record = VariantRecord(
      id: SelectionIDs.variant(folder), uri: Redaction.redacted(requested, volatile: request.volatile),
      bandwidth: 0)
    let variant = PlannedVariant(
      record: record, role: .primary, reason: "the only stream", stream: 0, alternatives: [])
    return try finish(
      source: source, multivariant: nil, map: nil, choice: nil, streams: [stream], keys: planner.keys,
      variants: [variant], renditions: [], warnings: Self.warnings(of: stream))
  }

  // MARK: - Both

  private func finish(
    source: LoadedPlaylist, multivariant: MultivariantPlaylist?, map: TitleMap?, choice: Choice?,
    streams: [PlannedStream], keys: [PlannedKey], variants: [PlannedVariant], renditions: [PlannedRendition],
    warnings: [String]
  ) throws(DownloadError) -> BuildPlan {
    let name = BundleName.derived(title: request.title, source: requested)
    let folder = request.folder == "." ? "" : request.folder
    let destination =
      request.output ?? (folder.isEmpty ? "\(name).movpkg" : FilePath.join(folder, "\(name).movpkg"))
    let title = request.title ?? request.output.map(BundleName.stem(ofPath:)) ?? name
    let identity =
      request.identity.map { Identity(text: $0) } ?? Identity(of: requested, ignoring: request.volatile)
    return BuildPlan(
      title: title, destination: destination, source: source.uri, requested: requested,
      identity: identity, multivariant: multivariant, map: map, choice: choice, original: source.bytes,
      streams: streams, keys: keys, variants: variants, renditions: renditions, warnings: warnings,
      volatile: request.volatile, freeBytes: Self.freeBytes(near: destination))
  }

  /// Space where the bundle will be; the nearest folder that exists answers. nil when none does.
  private static func freeBytes(near path: String) -> Int64? {
    var folder = FilePath.parent(path)
    while true {
      // A folder that is not there yet is made later; its parent is on the same file system.
      if let open = try? Folder.open(folder) { return try? open.freeBytes }
      let parent = FilePath.parent(folder)
      if parent == folder { return nil }
      folder = parent
    }
  }

  private static func requireComplete(_ media: MediaPlaylist, place: String) throws(DownloadError) {
    do { try media.requireComplete(named: place) } catch { throw DownloadError(error) }
    guard !media.segments.isEmpty else {
      throw DownloadError(.wrongSource, "\(place): a media playlist without segments")
    }
  }

  private static func warnings(of stream: PlannedStream) -> [String] {
    var all = warnings(stream.playlist.warnings, of: stream.uri)
    if stream.gaps > 0 {
      all.append(
        "\(stream.uri.pathText): \(stream.gaps) of \(stream.playlist.segments.count) segments are gaps in the source"
      )
    }
    return all
  }

  private static func warnings(_ warnings: [PlaylistWarning], of uri: URI) -> [String] {
    warnings.map { warning in
      let line = warning.line.map { ":\($0)" } ?? ""
      return "\(uri.pathText)\(line): \(warning.message)"
    }
  }
}
