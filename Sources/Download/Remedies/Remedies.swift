import Addresses
import Playlist
import Selection
import Transfer

/// Finds other addresses for the pieces of a stream while a build runs: the playlists anew, since their addresses
/// may carry a fresh token, or the same stream from another place.
actor Remedies {
  /// How long a host that failed is left alone, in seconds.
  static let rest = 60.0

  private let plan: BuildPlan
  private let request: BuildRequest
  private let loader: SourceLoader
  private let uptime: @Sendable () -> Double
  private let note: @Sendable (String) -> Void
  /// By stream, in the order in which they are tried.
  private var places: [[StreamPlace]]
  /// The place that a stream's pieces come from now.
  private var current: [StreamPlace?]
  /// Until when a host is left alone.
  private var restingHosts: [Origin: Double] = [:]
  /// Until when a place of a stream is left alone, whose host is well.
  private var restingPlaces: [URI: Double] = [:]
  private var source: (playlist: LoadedPlaylist, at: Double)?
  /// The source's address with the latest token.
  private var address: URI
  private var hasNewHeaders = false
  private var askedForSteering = false

  init(
    plan: BuildPlan, request: BuildRequest, loader: SourceLoader, uptime: @escaping @Sendable () -> Double,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.plan = plan
    self.request = request
    self.loader = loader
    self.uptime = uptime
    self.note = note
    places = plan.streams.map(\.places)
    current = plan.streams.map { stream in
      stream.places.first { $0.uri == stream.asked } ?? stream.places.first
    }
    address = plan.address ?? plan.requested
  }

  /// Whether a stream may ever be had from elsewhere than now.
  nonisolated static func hasOthers(_ plan: BuildPlan, _ stream: Int) -> Bool {
    plan.streams[stream].places.count > 1 || plan.multivariant?.contentSteering != nil
  }

  /// The pieces with other addresses; nil where there are none.
  ///
  /// - Parameters:
  ///   - pieces: as they were asked for until now.
  ///   - since: when the failure was seen, on the clock that only goes forward: a source that was fetched after that
  ///     is not fetched again.
  /// - Throws: `stopped`, or `commandFailed` of the token command.
  func pieces(
    for need: RemedyRequest, instead pieces: [Piece], since: Double
  ) async throws(DownloadError) -> [Piece]? {
    switch need.kind {
    case .refresh(let status): try await refreshed(need.stream, status, instead: pieces, since: since)
    case .failover(let ofHost): try await failedOver(need.stream, from: pieces, ofHost: ofHost)
    }
  }

  // MARK: - The playlists anew

  private func refreshed(
    _ stream: Int, _ status: Int, instead pieces: [Piece], since: Double
  ) async throws(DownloadError) -> [Piece]? {
    let source: LoadedPlaylist
    do throws(DownloadError) {
      source = try await freshSource(status, since: since)
    } catch {
      // The segment's own failure is what is told.
      if error.kind == .stopped || error.kind == .commandFailed { throw error }
      return nil
    }
    let planned = plan.streams[stream]
    let new: [Piece]?
    if case .media(let media) = source.parsed, plan.multivariant == nil {
      new = self.pieces(of: media, base: source.uri, for: planned, at: plan.requested)
    } else {
      let (uri, variables) = place(of: stream, in: source)
      new = try await load(uri, variables, for: planned)
    }
    guard let new, hasNewHeaders || zip(new, pieces).contains(where: { $0.uri != $1.uri }) else { return nil }
    return new
  }

  /// The playlist that the person named, fetched after `since`; by a fresh address where there is a command that
  /// tells one.
  private func freshSource(_ status: Int, since: Double) async throws(DownloadError) -> LoadedPlaylist {
    if let source, source.at >= since { return source.playlist }
    hasNewHeaders = false
    if let command = request.tokenCommand, status == 401 || status == 403 {
      let answer = try await command.ask(for: address, status: status)
      if let uri = answer.uri, isSameTitle(uri) { address = uri }
      loader.transfers.replace(answer.headers)
      hasNewHeaders = !answer.headers.isEmpty
    }
    let started = uptime()
    let playlist = try await loader.playlist(at: address, imported: nil)
    source = (playlist, started)
    return playlist
  }

  /// A command that answers with another film must not have it mixed into this one.
  private func isSameTitle(_ uri: URI) -> Bool {
    if request.isSameTitle(uri, as: plan.requested) { return true }
    note("the token command answered with the address of another title (\(uri.pathText)), which is not used")
    return false
  }

  /// Where a fresh source says that a stream's playlist is.
  private func place(of stream: Int, in source: LoadedPlaylist) -> (uri: URI, variables: [String: String]) {
    let old = current[stream]?.uri ?? plan.streams[stream].asked
    guard case .multivariant(let playlist) = source.parsed,
      // A source that has become something else gives no addresses: the old ones remain.
      let map = try? TitleMap(
        of: playlist, base: source.uri, name: plan.requested.pathText, ignoring: plan.volatile,
        root: loader.root)
    else { return (old, plan.multivariant?.importableVariables ?? [:]) }
    let identity = Identity(of: old, ignoring: plan.volatile)
    let places = map.variants + map.renditions.compactMap(\.self)
    let uri =
      places.first { $0.identity == identity }?.uri ?? trickPlay(identity, of: playlist, source.uri) ?? old
    return (uri, playlist.importableVariables)
  }

  private func trickPlay(_ identity: Identity, of playlist: MultivariantPlaylist, _ base: URI) -> URI? {
    (playlist.iFrameStreams + playlist.imageStreams).lazy
      .compactMap { try? base.resolve($0.uri) }  // what is no address is no place
      .first { Identity(of: $0, ignoring: self.plan.volatile) == identity }
  }

  // MARK: - Another place

  private func failedOver(
    _ stream: Int, from pieces: [Piece], ofHost: Bool
  ) async throws(DownloadError) -> [Piece]? {
    let now = uptime()
    let failed = pieces.lazy.map(\.uri).first(where: \.isHTTP)?.origin
    if let place = current[stream] { restingPlaces[place.uri] = now + Self.rest }
    if ofHost, let failed { restingHosts[failed] = now + Self.rest }
    try await askForSteering(beside: stream)
    for place in places[stream] where place != current[stream] {
      let until = max(restingHosts[place.uri.origin] ?? now, restingPlaces[place.uri] ?? now)
      guard until <= now else { continue }
      let planned = plan.streams[stream]
      guard let new = try await load(place.uri, plan.multivariant?.importableVariables ?? [:], for: planned)
      else {
        restingPlaces[place.uri] = uptime() + Self.rest
        continue
      }
      current[stream] = place
      note(
        "\(planned.asked.pathText): going on from \(place.uri.origin), since \(failed?.description ?? "its place") fails"
      )
      return new
    }
    return nil
  }

  /// Streams other than this one that come from the same failing host and may go elsewhere.
  func others(than stream: Int, from failed: Origin) -> [Int] {
    plan.streams.indices.filter { $0 != stream && places[$0].count > 1 && current[$0]?.uri.origin == failed }
  }

  /// The manifest's word on the order, and the pathways that it adds. Asked for once; without it the order of the
  /// playlist stands.
  private func askForSteering(beside stream: Int) async throws(DownloadError) {
    guard !askedForSteering, let multivariant = plan.multivariant, let steering = multivariant.contentSteering
    else {
      return
    }
    askedForSteering = true
    let pathway = current[stream]?.pathway ?? steering.pathwayID ?? "."
    guard let uri = steeringURI(steering.serverURI, pathway: pathway) else { return }
    let bytes: [UInt8]
    do throws(DownloadError) {
      bytes = try await loader.bytes(at: uri, kind: .playlist, limit: 1 << 20).bytes
    } catch {
      if error.kind == .stopped { throw error }
      return note("the steering manifest cannot be had: \(error.message)")
    }
    guard let manifest = SteeringManifest(bytes) else {
      return note("\(uri.pathText): not a steering manifest of version 1")
    }
    for index in places.indices { places[index] = manifest.ordered(places[index]) }
  }

  /// With the parameter that tells the server which pathway is played (RFC 8216bis, 7.1).
  private func steeringURI(_ text: String, pathway: String) -> URI? {
    // An address that is none steers nothing.
    guard let uri = try? plan.source.resolve(text), uri.isHTTP else { return nil }
    let mark = uri.query == nil ? "?" : "&"
    return try? URI("\(uri.withoutFragment.text)\(mark)_HLS_pathway=%22\(pathway)%22")
  }

  // MARK: - Media playlists

  /// The pieces that a playlist names; nil where it cannot be had or has other segments.
  private func load(
    _ uri: URI, _ variables: [String: String], for planned: PlannedStream
  ) async throws(DownloadError) -> [Piece]? {
    do throws(DownloadError) {
      try LocalSource.checkReference(uri, root: loader.root, place: uri.pathText)
      let loaded = try await loader.playlist(at: uri, imported: variables)
      guard case .media(let media) = loaded.parsed else { return nil }
      return pieces(of: media, base: loaded.uri, for: planned, at: uri)
    } catch {
      if error.kind == .stopped { throw error }
      note("\(error.message)")
      return nil
    }
  }

  private func pieces(of media: MediaPlaylist, base: URI, for planned: PlannedStream, at uri: URI) -> [Piece]?
  {
    var wishes = KeyWishes()
    wishes.handling = plan.keyHandling
    wishes.isForStanding = true
    var planner = PiecePlanner(root: loader.root, wishes: wishes)
    do throws(DownloadError) {
      let new = try planner.pieces(of: media, base: base, name: uri.pathText)
      guard let difference = PieceMatch.difference(new, from: planned.pieces) else { return new }
      note("\(uri.pathText): cannot stand in for \(planned.asked.pathText): \(difference)")
    } catch {
      note(error.message)
    }
    return nil
  }
}
