import BundleStore
import Media
import Playlist

/// The multivariant playlist for a bare media playlist: one EXT-X-STREAM-INF made of what the bytes say.
enum MadeMultivariant {
  static func serialized(_ stream: PlannedStream, rates: BitRates, tracks: [TrackFacts]) -> [UInt8] {
    let lines = ["#EXTM3U"] + streamLines(stream, rates: rates, tracks: tracks, groups: nil)
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// An EXT-X-STREAM-INF made of what the bytes say, and its URI line.
  /// - Parameter groups: of the renditions that go with it; nil: none.
  static func streamLines(
    _ stream: PlannedStream, rates: BitRates, tracks: [TrackFacts], groups: VariantRecord.Groups?
  ) -> [String] {
    var attributes = ["BANDWIDTH=\(max(1, rates.peak))", "AVERAGE-BANDWIDTH=\(max(1, rates.average))"]
    let codecs = Self.codecs(tracks)
    if !codecs.isEmpty { attributes.append("CODECS=\"\(codecs.joined(separator: ","))\"") }
    let video = tracks.filter { $0.kind == .video }
    let sizes = video.compactMap { track in
      track.width.flatMap { width in track.height.map { (width: width, height: $0) } }
    }
    if let size = sizes.max(by: { $0.width * $0.height < $1.width * $1.height }) {
      attributes.append("RESOLUTION=\(size.width)x\(size.height)")
    }
    if let rate = video.compactMap(\.frameRate).max(), rate > 0 {
      attributes.append("FRAME-RATE=\(Self.threeDecimals(rate))")
    }
    if let audio = groups?.audio { attributes.append("AUDIO=\"\(audio)\"") }
    if let subtitles = groups?.subtitles { attributes.append("SUBTITLES=\"\(subtitles)\"") }
    return ["#EXT-X-STREAM-INF:\(attributes.joined(separator: ","))", "\(stream.folder.text)/playlist.m3u8"]
  }

  /// Each codec string once, in order of discovery.
  static func codecs(_ tracks: [TrackFacts]) -> [String] {
    var seen: Set<String> = []
    return tracks.filter { $0.kind != .other }.map(\.codec).filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  private static func threeDecimals(_ rate: Double) -> String {
    let thousandths = Int((min(rate, 1_000_000) * 1_000).rounded())
    let fraction = String(thousandths % 1_000)
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
  }
}
