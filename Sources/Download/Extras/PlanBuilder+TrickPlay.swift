import Addresses
import BundleStore
import Playlist
import Selection

/// What a plan grows by for I-frame and image playlists.
struct TrickPlayDraft {
  var streams: [PlannedStream]
  var planner: PiecePlanner
  var iFrames: [PlannedTrickPlay] = []
  var images: [PlannedTrickPlay] = []
  var warnings: [String] = []

  init(_ streams: [PlannedStream], _ planner: PiecePlanner) {
    self.streams = streams
    self.planner = planner
  }
}

extension PlanBuilder {
  /// Adds every I-frame playlist whose media are packed, else the one that suits the primary variant best, and one
  /// image playlist. Does nothing unless that was asked for.
  func addTrickPlay(
    of playlist: MultivariantPlaylist, base: URI, beside choice: Choice, to draft: inout TrickPlayDraft
  ) async throws(DownloadError) {
    guard request.extras.trickPlay else { return }
    guard let primary = choice.variants.first?.variant else {
      return draft.warnings.append("no variant is packed, and so no I-frame or image playlist")
    }
    let frames = try candidates(playlist.iFrameStreams, .iFrames, base: base, beside: primary)
    let images = try candidates(playlist.imageStreams, .images, base: base, beside: primary)
    if frames.isEmpty, images.isEmpty {
      draft.warnings.append("\(requested.pathText): names no I-frame or image playlists")
    }
    guard draft.streams.count + frames.count < SourceLimits.streams else {
      throw DownloadError(.wrongSource, "\(requested.pathText): more than \(SourceLimits.streams) streams")
    }
    let variables = playlist.importableVariables
    try await addIFrames(frames, beside: primary, importing: variables, to: &draft)
    if let best = TrickPlayCandidate.best(images, notAbove: primary.resolution) {
      let (media, loaded) = try await load([best.place], importing: variables)[0]
      if !media.imagesOnly { draft.warnings.append("\(best.place.uri.pathText): has no EXT-X-IMAGES-ONLY") }
      let found = Found(candidate: best, media: media, loaded: loaded)
      let pieces = try draft.planner.pieces(of: media, base: loaded.uri, name: best.place.uri.pathText)
      draft.images.append(
        add(found, pieces, nil, "the largest pictures not above the primary variant", to: &draft))
    }
  }

  /// A candidate with its media playlist.
  private struct Found {
    let candidate: TrickPlayCandidate
    let media: MediaPlaylist
    let loaded: LoadedPlaylist

    var name: String { candidate.place.uri.pathText }
  }

  private func addIFrames(
    _ candidates: [TrickPlayCandidate], beside primary: Variant, importing variables: [String: String],
    to draft: inout TrickPlayDraft
  ) async throws(DownloadError) {
    let index = MediaIndex(of: draft.streams, ignoring: request.volatile)
    // What cannot be packed is told only where nothing else can.
    var refusal: DownloadError?
    var whole: [(found: Found, pieces: [Piece], planner: PiecePlanner)] = []
    for found in try await find(candidates, importing: variables, &draft.warnings) {
      // Keys of playlists that are not packed are not fetched.
      var planner = draft.planner
      let pieces: [Piece]
      do throws(DownloadError) {
        pieces = try planner.pieces(of: found.media, base: found.loaded.uri, name: found.name)
      } catch {
        refusal = refusal ?? error
        continue
      }
      if let borrowed = index.borrowed(pieces) {
        draft.planner = planner
        draft.iFrames.append(add(found, pieces, borrowed, "its frames are in packed segments", to: &draft))
      } else if pieces.contains(where: { $0.cipher != nil && $0.range != nil && $0.isSegment }) {
        refusal = refusal ?? Self.encrypted(found.name)
      } else {
        whole.append((found, pieces, planner))
      }
    }
    guard draft.iFrames.isEmpty else { return }
    if let best = TrickPlayCandidate.best(whole.map(\.found.candidate), notAbove: primary.resolution),
      let chosen = whole.first(where: { $0.found.candidate.place == best.place })
    {
      draft.planner = chosen.planner
      let reason = "the largest not above the primary variant; its media are not packed otherwise"
      draft.iFrames.append(add(chosen.found, chosen.pieces, nil, reason, to: &draft))
    } else if let refusal {
      throw refusal
    }
  }

  private static func encrypted(_ name: String) -> DownloadError {
    DownloadError(
      .wrongSource,
      "\(name): its frames are ranges of resources under AES-128, which cannot be decrypted alone",
      hint: "pack the variant that they are parts of (--video), or leave out --trick-play")
  }

  private enum Attempt: Sendable {
    case found(MediaPlaylist, LoadedPlaylist)
    case failed(DownloadError)
  }

  /// The media playlists. One that cannot be had is told, and fails the work unless another of the same qualities
  /// stands in for it.
  private func find(
    _ candidates: [TrickPlayCandidate], importing variables: [String: String], _ warnings: inout [String]
  ) async throws(DownloadError) -> [Found] {
    let attempts = try await mapConcurrently(candidates) {
      (candidate: TrickPlayCandidate) throws(DownloadError) -> Attempt in
      do throws(DownloadError) {
        let (media, loaded) = try await load([candidate.place], importing: variables)[0]
        return .found(media, loaded)
      } catch {
        return .failed(error)
      }
    }
    var found: [Found] = []
    var failed: [(candidate: TrickPlayCandidate, error: DownloadError)] = []
    for (candidate, attempt) in zip(candidates, attempts) {
      switch attempt {
      case .found(let media, let loaded):
        found.append(Found(candidate: candidate, media: media, loaded: loaded))
      case .failed(let error): failed.append((candidate, error))
      }
    }
    for (candidate, error) in failed {
      guard found.contains(where: { $0.candidate.source.qualities == candidate.source.qualities }) else {
        throw error
      }
      warnings.append("\(error.message); another I-frame playlist of the same qualities stands in for it")
    }
    return found
  }

  /// Adds the stream.
  private func add(
    _ found: Found, _ pieces: [Piece], _ borrowed: BorrowedMedia?, _ reason: String,
    to draft: inout TrickPlayDraft
  ) -> PlannedTrickPlay {
    let (candidate, media) = (found.candidate, found.media)
    let qualities = candidate.source.qualities
    let place = candidate.place
    let own =
      borrowed == nil ? pieces : borrowed?.sections.isEmpty == true ? pieces.filter { !$0.isSegment } : []
    let rate = qualities.averageBandwidth ?? qualities.bandwidth
    draft.streams.append(
      PlannedStream(
        folder: place.folder, uri: found.loaded.uri, identity: place.identity, playlist: media,
        original: found.loaded.bytes, pieces: own, bandwidth: place.folder.bandwidth,
        estimatedBytes: borrowed != nil
          ? 0
          : PlannedStream.estimate(
            own, duration: media.duration, rate: rate > 0 ? Double(rate) : nil, kind: place.folder.kind),
        isEstimateFounded: qualities.averageBandwidth != nil, borrowed: borrowed))
    draft.warnings += Self.warnings(media.warnings, of: place.uri)
    if place.folder.kind == .iFrames, !media.iFramesOnly {
      draft.warnings.append("\(found.name): has no EXT-X-I-FRAMES-ONLY")
    }
    return PlannedTrickPlay(
      record: VariantRecord(
        candidate.source, id: SelectionIDs.trickPlay(place.folder),
        uri: Redaction.redacted(place.uri, volatile: request.volatile)),
      reason: reason, stream: draft.streams.count - 1, line: candidate.source.line)
  }

  /// The playlists of one kind, each once, on the pathway of the primary variant where there are any on it.
  private func candidates(
    _ streams: [IFrameStream], _ kind: StreamKind, base: URI, beside primary: Variant
  ) throws(DownloadError) -> [TrickPlayCandidate] {
    let pathway = streams.filter { ($0.qualities.pathwayID ?? ".") == (primary.pathwayID ?? ".") }
    var places: [(stream: IFrameStream, uri: URI, identity: Identity)] = []
    for stream in pathway.isEmpty ? streams : pathway {
      let place = "\(requested.pathText):\(stream.line + 1)"
      let uri: URI
      do {
        uri = try base.resolve(stream.uri)
      } catch {
        throw DownloadError(.wrongSource, "\(place): not an address: \(error)")
      }
      try LocalSource.checkReference(uri, root: loader.root, place: place)
      places.append((stream, uri, Identity(of: uri, ignoring: request.volatile)))
    }
    let rates = Dictionary(
      places.map { ($0.identity, $0.stream.qualities.bandwidth) }, uniquingKeysWith: { max($0, $1) })
    var seen: Set<Identity> = []
    return places.filter { seen.insert($0.identity).inserted }.map { stream, uri, identity in
      let first = StreamFolder(kind: kind, bandwidth: rates[identity] ?? 0, identity: identity)
      let folder = standing?.folder(for: first) ?? first
      return TrickPlayCandidate(
        source: stream, place: TitleMap.Place(uri: uri, identity: identity, folder: folder))
    }
  }
}
