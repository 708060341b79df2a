import BundleStore
import Media
import Playlist
import Selection

extension LocalMultivariant {
  /// - Parameter made: an EXT-X-STREAM-INF and its URI line, for a title of which no variant is packed.
  init(
    _ playlist: MultivariantPlaylist, plan: BuildPlan, map: TitleMap, media: StreamTracks, made: [String] = []
  ) {
    let packed = PackedTitle(
      variants: (plan.choice?.variants ?? []).map(\.index), renditions: Set(plan.renditions.map(\.index)),
      variantFolders: map.variants.map(\.folder), renditionFolders: map.renditions.map { $0?.folder },
      sessionData: plan.localSessionData,
      trickPlay: Dictionary(
        plan.trickPlay.map { ($0.line, plan.streams[$0.stream].folder) },
        uniquingKeysWith: { first, _ in first }), made: made)
    self.init(playlist, packed: packed, media: media)
  }
}

extension StreamTracks {
  /// - Parameter peak: the measured peak bit rate.
  mutating func add(_ folder: StreamFolder, _ state: StreamState, peak: Int64) {
    add(
      folder, tracks: state.tracks, container: state.container, isInspected: state.isInspected, peak: peak)
  }
}

extension MadeMultivariant {
  /// The multivariant playlist for a bare media playlist.
  static func serialized(_ stream: PlannedStream, rates: BitRates, tracks: [TrackFacts]) -> [UInt8] {
    let lines = ["#EXTM3U"] + streamLines(stream, rates: rates, tracks: tracks, groups: nil)
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  static func streamLines(
    _ stream: PlannedStream, rates: BitRates, tracks: [TrackFacts], groups: VariantRecord.Groups?
  ) -> [String] {
    let record = StreamRecord(
      folder: stream.folder, source: "", container: .unknown, inspected: true,
      averageBandwidth: rates.average, peakBandwidth: rates.peak, tracks: tracks.map { TrackRecord($0) })
    return streamLines(record, groups: groups)
  }
}
