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
  /// The bundle that is on disk already and that the plan is for; nil: a new one is made.
  var standing: StandingBundle?

  /// - Parameter source: the playlist that the person named, where it was fetched already.
  func plan(of source: LoadedPlaylist? = nil) async throws(DownloadError) -> BuildPlan {
    // A word that means nothing is told before anything is fetched.
    do { try request.words.check() } catch { throw DownloadError(error) }
    var address: URI?
    let source = if let source { source } else { try await named(&address) }
    var builder = self
    builder.request.keys = wishes
    builder.request.volatile = request.volatile.knowing(valuesOf: requested).knowing(valuesOf: source.uri)
    var plan: BuildPlan
    switch source.parsed {
    case .multivariant(let playlist): plan = try await builder.plan(playlist, source)
    case .media(let playlist): plan = try await builder.bare(playlist, source)
    }
    plan.address = address
    return plan
  }

  /// The playlist that the person named; where it is refused and there is a token command, by the address that this
  /// tells, which is left in `address`.
  private func named(_ address: inout URI?) async throws(DownloadError) -> LoadedPlaylist {
    do throws(DownloadError) {
      return try await loader.playlist(at: requested, imported: nil, isSource: true)
    } catch {
      guard let command = request.tokenCommand, let status = error.status, status == 401 || status == 403
      else {
        throw error
      }
      let answer = try await command.ask(for: requested, status: status)
      loader.transfers.replace(answer.headers)
      if let uri = answer.uri {
        guard request.isSameTitle(uri, as: requested) else {
          throw DownloadError(
            .commandFailed, "the token command answered with the address of another title: \(uri.pathText)",
            hint:
              "--volatile-param names a token, --identity says what the title is where the token is in the path"
          )
        }
        address = uri
      }
      return try await loader.playlist(at: address ?? requested, imported: nil, isSource: true)
    }
  }

  // MARK: - A multivariant playlist

  private func plan(
    _ playlist: MultivariantPlaylist, _ source: LoadedPlaylist
  ) async throws(DownloadError) -> BuildPlan {
    guard !playlist.variants.isEmpty else {
      throw DownloadError(.wrongSource, "\(requested.pathText): a multivariant playlist without variants")
    }
    var map = try TitleMap(
      of: playlist, base: source.uri, name: requested.pathText, ignoring: request.volatile, root: loader.root)
    if let standing { map = standing.relocated(map, of: playlist) }
    let choice = try choice(of: playlist, map)
    let wanted = WantedStreams(of: choice, in: playlist, map: map)
    guard wanted.places.count <= SourceLimits.streams else {
      throw DownloadError(.wrongSource, "\(requested.pathText): more than \(SourceLimits.streams) streams")
    }
    let places = StreamPlaces(of: choice, in: playlist, map: map)
    let found = try await load(wanted.places, or: places, importing: playlist.importableVariables)
    var planner = PiecePlanner(root: loader.root, wishes: request.keys)
    var streams: [PlannedStream] = []
    for (place, found) in zip(wanted.places, found) {
      let (media, loaded) = (found.media, found.loaded)
      let pieces = try planner.pieces(of: media, base: loaded.uri, name: found.asked.pathText)
      var stream = PlannedStream(
        folder: place.folder, uri: loaded.uri, identity: place.identity, playlist: media,
        original: loaded.bytes, pieces: pieces, bandwidth: wanted.bandwidth[place.folder],
        estimatedBytes: PlannedStream.estimate(
          pieces, duration: media.duration, rate: wanted.rates[place.folder], kind: place.folder.kind),
        isEstimateFounded: wanted.bandwidth[place.folder] != nil)
      stream.places = places.byFolder[place.folder] ?? []
      stream.askedURI = found.asked
      streams.append(stream)
    }
    var extra = TrickPlayDraft(streams, planner)
    try await addTrickPlay(of: playlist, base: source.uri, beside: choice, to: &extra)
    let (measured, complaints) = try await measured(extra.streams)
    let sessionData = try sessionData(of: playlist, base: source.uri)
    let warnings =
      Self.warnings(playlist.warnings, of: requested) + choice.warnings + found.flatMap(\.warnings)
      + streams.flatMap(Self.warnings)
      + extra.warnings + complaints + sessionData.warnings
    var plan = try finish(
      source: source, multivariant: playlist, map: map, choice: choice, streams: measured,
      keys: extra.planner.keys,
      variants: wanted.variants(of: choice, map: map, hiding: request.volatile),
      renditions: wanted.renditions(of: choice, map: map, hiding: request.volatile),
      warnings: warnings)
    plan.sessionData = sessionData.data
    plan.iFrameStreams = extra.iFrames
    plan.imageStreams = extra.images
    return plan
  }

  private func choice(of playlist: MultivariantPlaylist, _ map: TitleMap) throws(DownloadError) -> Choice {
    if let standing { return try standing.choice(request.words, from: playlist, map: map) }
    do { return try choose(request.words, from: playlist) } catch { throw DownloadError(error) }
  }

  /// How keys are had; where nobody said what becomes of them, as the bundle that is there has it.
  private var wishes: KeyWishes {
    var wishes = request.keys
    if standing != nil { wishes.isForStanding = true }
    if wishes.handling == nil, !request.overwrites {
      wishes.handling = (standing?.manifest ?? there)?.selection.keys
    }
    return wishes
  }

  /// The manifest of the bundle that stands where this one is to be; nil where none of ours can be read there.
  private var there: Manifest? {
    guard case .ours(let bundle)? = try? BundleStaging.existing(at: Self.destination(of: request, requested))
    else { return nil }
    return bundle.manifest
  }

  private func sessionData(
    of playlist: MultivariantPlaylist, base: URI
  ) throws(DownloadError) -> PlannedSessionData.Plan {
    guard request.extras.sessionData else { return PlannedSessionData.Plan() }
    return try PlannedSessionData.plan(
      playlist, base: base, name: requested.pathText, hiding: request.volatile, root: loader.root)
  }

  /// A media playlist, and where it came from.
  struct FoundPlaylist: Sendable {
    let media: MediaPlaylist
    let loaded: LoadedPlaylist
    let asked: URI
    /// Of the places before it that failed.
    var warnings: [String] = []
  }

  /// The media playlists, several at a time, in the order of the places. Where one cannot be had, the same stream
  /// from elsewhere stands in for it.
  /// - Throws: the failure of the first place where all fail.
  private func load(
    _ wanted: [TitleMap.Place], or places: StreamPlaces, importing variables: [String: String]
  ) async throws(DownloadError) -> [FoundPlaylist] {
    try await mapConcurrently(wanted) { (place: TitleMap.Place) throws(DownloadError) in
      let all = places.byFolder[place.folder]?.map(\.uri) ?? [place.uri]
      var failures: [DownloadError] = []
      for uri in all {
        do throws(DownloadError) {
          let (media, loaded) = try await load(uri, importing: variables)
          let warnings = failures.map { "\($0.message); going on with \(uri.origin)" }
          return FoundPlaylist(media: media, loaded: loaded, asked: uri, warnings: warnings)
        } catch {
          if error.kind == .stopped { throw error }
          failures.append(error)
        }
      }
      throw failures.first ?? DownloadError(.wrongSource, "\(place.uri.pathText): has no address")
    }
  }

  private func load(
    _ uri: URI, importing variables: [String: String]
  ) async throws(DownloadError) -> (MediaPlaylist, LoadedPlaylist) {
    let playlist = try await loader.playlist(at: uri, imported: variables)
    guard case .media(let media) = playlist.parsed else {
      throw DownloadError(
        .wrongSource, "\(uri.pathText): a multivariant playlist where a media playlist should be")
    }
    try Self.requireComplete(media, place: uri.pathText)
    return (media, playlist)
  }

  /// The media playlists, several at a time, in the order of the places.
  func load(
    _ places: [TitleMap.Place], importing variables: [String: String]
  ) async throws(DownloadError) -> [(MediaPlaylist, LoadedPlaylist)] {
    try await mapConcurrently(places) { (place: TitleMap.Place) throws(DownloadError) in
      try await load(place.uri, importing: variables)
    }
  }

  // MARK: - A bare media playlist

  private func bare(
    _ media: MediaPlaylist, _ source: LoadedPlaylist
  ) async throws(DownloadError) -> BuildPlan {
    try Self.requireComplete(media, place: requested.pathText)
    var words = request.words
    if case .adding(let added)? = standing?.aim { words = words.adding(added) }
    try BareSelection.check(words, place: requested.pathText)
    let identity = Identity(of: requested, ignoring: request.volatile)
    var folder = StreamFolder(kind: .variant, bandwidth: 0, identity: identity)
    if let standing { folder = standing.folder(for: folder) }
    var planner = PiecePlanner(root: loader.root, wishes: request.keys)
    let pieces = try planner.pieces(of: media, base: source.uri, name: requested.pathText)
    let planned = PlannedStream(
      folder: folder, uri: source.uri, identity: identity, playlist: media, original: source.bytes,
      pieces: pieces, bandwidth: nil,
      estimatedBytes: PlannedStream.estimate(pieces, duration: media.duration, rate: nil, kind: .variant))
    let (streams, complaints) = try await measured([planned])
    let record = VariantRecord(
      id: SelectionIDs.variant(folder), uri: Redaction.redacted(requested, volatile: request.volatile),
      bandwidth: 0)
    let variant = PlannedVariant(
      record: record, role: .primary, reason: "the only stream", stream: 0, alternatives: [])
    return try finish(
      source: source, multivariant: nil, map: nil, choice: nil, streams: streams, keys: planner.keys,
      variants: [variant], renditions: [],
      warnings: Self.warnings(of: planned) + complaints + bareExtras)
  }

  /// What a media playlist alone cannot have and was asked for.
  private var bareExtras: [String] {
    guard request.extras != Extras() else { return [] }
    return [
      "\(requested.pathText): a media playlist has no session data and names no I-frame or image playlists"
    ]
  }

  // MARK: - Both

  /// With the sizes that can be had, where they are asked for; of files always.
  private func measured(
    _ streams: [PlannedStream]
  ) async throws(DownloadError) -> (streams: [PlannedStream], warnings: [String]) {
    guard request.measures || loader.root != nil else { return (streams, []) }
    return try await Measuring(loader: loader).measured(streams)
  }

  private func finish(
    source: LoadedPlaylist, multivariant: MultivariantPlaylist?, map: TitleMap?, choice: Choice?,
    streams: [PlannedStream], keys: [PlannedKey], variants: [PlannedVariant], renditions: [PlannedRendition],
    warnings: [String]
  ) throws(DownloadError) -> BuildPlan {
    let name = BundleName.derived(title: request.title, source: requested)
    let destination = Self.destination(of: request, requested)
    let title = request.title ?? request.output.map(BundleName.stem(ofPath:)) ?? name
    let identity =
      request.identity.map { Identity(text: $0) } ?? Identity(of: requested, ignoring: request.volatile)
    var plan = BuildPlan(
      title: title, destination: destination, source: source.uri, requested: requested,
      identity: identity, multivariant: multivariant, map: map, choice: choice, original: source.bytes,
      streams: streams, keys: keys, variants: variants, renditions: renditions, warnings: warnings,
      volatile: request.volatile, freeBytes: Self.freeBytes(near: destination))
    plan.extras = request.extras
    plan.keyHandling = request.keys.handling ?? .store
    try request.keys.check(keys)
    plan.standingIdentity = standing?.manifest.identity
    return plan
  }

  /// The path of the bundle to be.
  static func destination(of request: BuildRequest, _ requested: URI) -> String {
    if let output = request.output { return output }
    let name = "\(BundleName.derived(title: request.title, source: requested)).movpkg"
    let folder = request.folder == "." ? "" : request.folder
    return folder.isEmpty ? name : FilePath.join(folder, name)
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

  static func warnings(_ warnings: [PlaylistWarning], of uri: URI) -> [String] {
    warnings.map { warning in
      let line = warning.line.map { ":\($0)" } ?? ""
      return "\(uri.pathText)\(line): \(warning.message)"
    }
  }
}
