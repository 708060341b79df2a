import Playlist

// What each media playlist is for, as rules over several playlists need to know it.
extension MediaPlaylistFacts {
  /// Whether it is for scanning only: I-frames or images.
  var isTrickPlay: Bool {
    if playlist.iFramesOnly || playlist.imagesOnly { return true }
    return !uses.isEmpty && uses.allSatisfy { $0.isIFrames || $0.isImages }
  }

  /// Where a tag stands first, counted from 1; nil where it does not.
  func firstLine(with tag: TagName) -> Int? {
    playlist.text.lines.indices.first { playlist.text.tag($0) == tag }.map { $0 + 1 }
  }

  /// Where a tag of one segment stands, counted from 1; the line of its URI where it has none.
  func line(of tag: TagName, at index: Int) -> Int {
    let segment = playlist.segments[index]
    let lines = segment.firstLine...max(segment.firstLine, segment.uriLine)
    return (lines.first { playlist.text.tag($0) == tag } ?? segment.uriLine) + 1
  }

  /// Whether its beginning is the beginning of the content, and so its media times count from there: nothing was
  /// ever removed from it.
  var beginsAtStart: Bool { playlist.isComplete || playlist.playlistType == .event && playlist.skip == nil }

  /// Whether the names of its segments say that they hold no video: elementary audio, or WebVTT.
  var hasNamesWithoutVideo: Bool {
    guard let name = playlist.segments.first?.uri else { return false }
    let path = name.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let last = path.suffix(8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return Self.extensionsWithoutVideo.contains { last.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  private static let extensionsWithoutVideo = [
    ".aac", ".ac3", ".ec3", ".eac3", ".mp3", ".m4a", ".vtt", ".webvtt",
  ]
}

extension MediaPlaylistFacts.Use {
  var isVariant: Bool { if case .variant = self { true } else { false } }
  var isIFrames: Bool { if case .iFrames = self { true } else { false } }
  var isImages: Bool { if case .images = self { true } else { false } }
}

extension PresentationFacts {
  /// Whether all that names it is EXT-X-MEDIA with TYPE=SUBTITLES.
  func isSubtitles(_ media: MediaPlaylistFacts) -> Bool {
    !media.uses.isEmpty && media.uses.allSatisfy { rendition($0)?.kind == .subtitles }
  }

  /// Sound and picture: all but subtitles and what is for scanning.
  var mainMedia: [MediaPlaylistFacts] { media.filter { !$0.isTrickPlay && !isSubtitles($0) } }

  /// What others are compared with: the first variant that is there.
  var reference: MediaPlaylistFacts? {
    media.first { !$0.isTrickPlay && $0.uses.contains { $0.isVariant } }
  }

  /// The media playlists of variants with video, in order.
  var videoVariants: [MediaPlaylistFacts] {
    media.filter { item in
      !item.isTrickPlay && item.uses.contains { variant($0).map { hasVideo($0, in: item) } ?? false }
    }
  }

  /// Those, and renditions of video.
  var videoMedia: [MediaPlaylistFacts] {
    media.filter { item in
      !item.isTrickPlay
        && item.uses.contains { use in
          if let variant = variant(use) { return hasVideo(variant, in: item) }
          return rendition(use)?.kind == .video
        }
    }
  }

  /// Without RESOLUTION and CODECS, the names of the segments tell.
  private func hasVideo(_ variant: Variant, in media: MediaPlaylistFacts) -> Bool {
    if variant.resolution != nil { return true }
    guard variant.codecs.isEmpty else { return variant.codecs.contains(where: Self.isVideoCodec) }
    return !media.hasNamesWithoutVideo
  }

  private static func isVideoCodec(_ codec: String) -> Bool {
    let prefixes = [
      "avc", "hvc", "hev", "dvh", "dva", "dav1", "av01", "vp0", "vvc", "vvi", "mp4v", "apv", "mjpg",
    ]
    return prefixes.contains { codec.hasPrefix($0) }
  }
}
