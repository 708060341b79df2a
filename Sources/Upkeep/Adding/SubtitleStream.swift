import Addresses
import BundleStore
import Digest
import Media
import Playlist

/// A stream of WebVTT segments along a title's timeline.
struct SubtitleStream {
  let file: SubtitleFile
  let timeline: TitleTimeline
  let folder: StreamFolder
  let addedFrom: String

  /// Cues that begin behind the end of the title.
  var late: Int { file.cues.count { Double($0.start) >= timeline.duration * 1_000 } }

  /// More bytes are no subtitles: styles stand in every segment, and so does a cue that never ends.
  static let byteLimit = 64 << 20

  /// - Throws: `exists` where they would be more than `byteLimit`.
  func made(for place: String) throws(BundleError) -> MadeStream {
    var total = 0
    var first = 0
    var segments: [(file: StreamFile, bytes: [UInt8])] = []
    var lines: [String] = []
    var longest = 0.0
    for (number, section) in timeline.sections.enumerated() {
      for (position, piece) in section.pieces.enumerated() {
        while first < file.cues.count, Double(file.cues[first].end) <= piece.start * 1_000 { first += 1 }
        let bytes = bytes(of: piece, in: section, from: first)
        total += bytes.count
        guard total <= Self.byteLimit,
          let name = MediaFileName(.segment, index: segments.count, fileExtension: .vtt)
        else {
          throw BundleError(
            .exists, "adding subtitles to", place: place,
            reason: "they would be more than \(Self.byteLimit) bytes, cut along the title")
        }
        if number > 0, position == 0 { lines.append("#EXT-X-DISCONTINUITY") }
        if let date = piece.date { lines.append("#EXT-X-PROGRAM-DATE-TIME:\(date)") }
        lines += ["#EXTINF:\(Self.seconds(piece.duration)),", name.text]
        longest = max(longest, piece.duration)
        segments.append((record(name, piece, section, bytes), bytes))
      }
    }
    let rates = rates(segments.map(\.file))
    return MadeStream(
      folder: folder, segments: segments, playlist: playlist(lines, longest), container: .webVTT,
      averageBandwidth: rates.average, peakBandwidth: rates.peak, addedFrom: addedFrom)
  }

  /// A cue stands in every segment that it reaches into, with all of its time.
  /// - Parameter first: cues before it have ended.
  private func bytes(
    of piece: TitleTimeline.Piece, in section: TitleTimeline.Section, from first: Int
  ) -> [UInt8] {
    let (start, end) = (piece.start * 1_000, piece.end * 1_000)
    let cues = file.cues[first...].prefix { Double($0.start) < end }.filter { Double($0.end) > start }
    let map = WebVTT.TimestampMap(
      mpegTicks: section.ticks, localMilliseconds: Int64((section.start * 1_000).rounded()))
    return WebVTT.segment(cues, preamble: file.preamble, map: map)
  }

  private func record(
    _ name: MediaFileName, _ piece: TitleTimeline.Piece, _ section: TitleTimeline.Section, _ bytes: [UInt8]
  ) -> StreamFile {
    StreamFile(
      name: name, bytes: Int64(bytes.count), sha256: SHA256Digest.of(bytes), source: nil,
      sequence: Int64(name.index), discontinuity: section.discontinuity, durationSeconds: piece.duration,
      startSeconds: piece.start)
  }

  private func playlist(_ lines: [String], _ longest: Double) -> [UInt8] {
    var head = [
      "#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:\(max(1, Int(longest.rounded())))",
      "#EXT-X-PLAYLIST-TYPE:VOD",
    ]
    if let first = timeline.sections.first?.discontinuity, first > 0 {
      head.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(first)")
    }
    return Array((head + lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n").utf8) + [0x0A]
  }

  /// With as many digits as a media playlist has.
  private static func seconds(_ duration: Double) -> String {
    let microseconds = Int64((duration * 1_000_000).rounded())
    let fraction = String(microseconds % 1_000_000)
    return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
  }

  private func rates(_ files: [StreamFile]) -> (average: Int64, peak: Int64) {
    func rate(_ bytes: Int64, _ seconds: Double) -> Int64 {
      seconds > 0 ? Int64((Double(bytes) * 8 / seconds).rounded(.up)) : 0
    }
    let bytes = files.reduce(Int64(0)) { $0 + $1.bytes }
    return (
      rate(bytes, timeline.duration), files.map { rate($0.bytes, $0.durationSeconds ?? 0) }.max() ?? 0
    )
  }
}
