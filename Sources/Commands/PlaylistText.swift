import BundleStore
import Console
import Download
import Playlist

/// A multivariant playlist for people.
enum MultivariantText {
  static func write(_ playlist: MultivariantPlaylist, map: TitleMap, to console: Console) {
    let width = console.output.width
    var variants = Table(columns: [
      .init("VARIANT", isFlexible: true), .init("PEAK", alignment: .right),
      .init("AVERAGE", alignment: .right),
      .init("AUDIO"), .init("SUBTITLES"), .init("URI", isFlexible: true),
    ])
    for variant in playlist.variants {
      var record = VariantRecord(variant, id: "")
      record.bandwidth = 0
      variants.append([
        Describe.variant(record), ByteText.bitrate(variant.bandwidth),
        variant.averageBandwidth.map(ByteText.bitrate) ?? "-", variant.audio ?? "-", variant.subtitles ?? "-",
        variant.uri,
      ])
    }
    var parts = [variants.lines(width: width).joined(separator: "\n")]
    if !playlist.renditions.isEmpty {
      var renditions = Table(columns: [
        .init("KIND"), .init("LANGUAGE"), .init("RENDITION", isFlexible: true),
        .init("URI", isFlexible: true),
      ])
      for rendition in playlist.renditions {
        renditions.append([
          Describe.kind(rendition.kind), rendition.language ?? "-",
          Describe.rendition(RenditionRecord(rendition, id: "")), rendition.uri ?? "in the variant",
        ])
      }
      parts.append(renditions.lines(width: width).joined(separator: "\n"))
    }
    if let rest = others(playlist) { parts.append(rest) }
    console.result(parts.joined(separator: "\n\n"))
  }

  private static func others(_ playlist: MultivariantPlaylist) -> String? {
    let counts = [
      (playlist.iFrameStreams.count, "I-frame streams"), (playlist.imageStreams.count, "image streams"),
      (playlist.sessionData.count, "session data"), (playlist.sessionKeys.count, "session keys"),
    ]
    let texts = counts.filter { $0.0 > 0 }.map { "\($0.1): \($0.0)" }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

/// A media playlist for people.
enum MediaPlaylistText {
  private static let portion = 1_000

  static func write(_ playlist: MediaPlaylist, withSegments: Bool, to console: Console) {
    let state = playlist.isComplete ? "complete" : "live: EXT-X-ENDLIST is missing"
    var facts = [
      "\(playlist.segments.count) segments", ByteText.duration(playlist.duration),
      "target duration \(playlist.targetDuration) s", state,
    ]
    if let version = playlist.version { facts.insert("version \(version)", at: 0) }
    let gaps = playlist.segments.count { $0.isGap }
    if gaps > 0 { facts.append("\(gaps) gaps") }
    if !playlist.keySets.isEmpty { facts.append("encrypted: \(methods(playlist))") }
    console.result("media playlist: \(facts.joined(separator: ", "))")
    guard withSegments else { return }
    for start in stride(from: 0, to: playlist.segments.count, by: portion) {
      let end = min(start + portion, playlist.segments.count)
      console.result(playlist.segments[start..<end].map { line($0, playlist) }.joined(separator: "\n"))
    }
  }

  private static func methods(_ playlist: MediaPlaylist) -> String {
    var seen: Set<String> = []
    let all = playlist.keySets.joined().map(\.method.text).filter { $0 != "NONE" && seen.insert($0).inserted }
    return all.joined(separator: ", ")
  }

  private static func line(_ segment: MediaSegment, _ playlist: MediaPlaylist) -> String {
    var parts = ["\(segment.mediaSequence)", "\(segment.durationText) s", segment.uri]
    if let range = segment.byteRange { parts.append("bytes \(range.offset)-\(range.end - 1)") }
    if segment.isDiscontinuity { parts.append("discontinuity") }
    if segment.isGap { parts.append("gap") }
    if let map = segment.initialization { parts.append("map \(playlist.initializations[map].uri)") }
    if let set = segment.keySet { parts += playlist.keySets[set].map(\.method.text) }
    if let date = segment.programDateTime { parts.append(date) }
    return parts.joined(separator: "  ")
  }
}
