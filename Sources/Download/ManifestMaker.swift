import Addresses
import BundleStore
import Files
import Media
import Rights
import Selection

/// Writes down what a build made.
struct ManifestMaker {
  let plan: BuildPlan
  let request: BuildRequest
  let surroundings: Builder.Surroundings

  func manifest(_ streams: [GatheredStream], keys: [KeyRecord], artwork: ArtworkRecord?) -> Manifest {
    let now = surroundings.now()
    var manifest = Manifest(
      title: plan.title, identity: plan.identityHash,
      source: SourceRecord(
        url: Redaction.redacted(plan.requested, volatile: plan.volatile),
        isMultivariant: plan.multivariant != nil),
      createdAt: now, createdBy: surroundings.program, durationSeconds: plan.duration,
      selection: SelectionRecord(request.words, plan.extras, keys: plan.keyHandling),
      policy: request.policy(committedAt: surroundings.time), metadata: request.metadata, artwork: artwork,
      variants: variants(streams),
      renditions: renditions, streams: streams.map(record), keys: keys,
      gaps: streams.reduce(0) { $0 + $1.listing.totals.gaps },
      history: [
        HistoryEntry(
          action: "build", at: now, by: surroundings.program, originDate: surroundings.credibleDate)
      ])
    manifest.iFrameStreams = plan.iFrameStreams.map(record)
    manifest.imageStreams = plan.imageStreams.map(record)
    return manifest
  }

  private func record(_ planned: PlannedTrickPlay) -> ManifestTrickPlay {
    ManifestTrickPlay(record: planned.record, stream: plan.streams[planned.stream].folder)
  }

  private func variants(_ streams: [GatheredStream]) -> [ManifestVariant] {
    plan.variants.map { variant in
      let stream = streams[variant.stream]
      var record = variant.record
      if plan.choice?.variants.isEmpty ?? true { fill(&record, from: stream) }
      return ManifestVariant(
        record: record, role: variant.role == .primary ? .primary : .auxiliary, stream: stream.plan.folder)
    }
  }

  /// What a bare media playlist does not say of its variant, the bytes do.
  private func fill(_ record: inout VariantRecord, from stream: GatheredStream) {
    let rates = stream.rates
    record.bandwidth = rates.peak
    record.averageBandwidth = rates.average
    record.codecs = MadeMultivariant.codecs(stream.state.tracks.map { TrackRecord($0) })
    guard let video = stream.state.tracks.first(where: { $0.kind == .video }) else { return }
    record.frameRate = video.frameRate
    if let width = video.width, let height = video.height {
      record.resolution = VariantRecord.Size(width: width, height: height)
    }
  }

  var renditions: [ManifestRendition] {
    plan.renditions.map { rendition in
      ManifestRendition(record: rendition.record, stream: rendition.stream.map { plan.streams[$0].folder })
    }
  }

  func record(_ stream: GatheredStream) -> StreamRecord {
    if let standing = stream.standing { return standing }
    let rates = stream.rates
    return StreamRecord(
      folder: stream.plan.folder, source: stream.listing.header.source,
      container: stream.container, inspected: stream.state.isInspected,
      averageBandwidth: rates.average, peakBandwidth: rates.peak,
      tracks: stream.state.tracks.map { TrackRecord($0) })
  }
}
