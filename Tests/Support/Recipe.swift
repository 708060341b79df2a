/// A way to make a title with other people's tools: what real sources look like.
///
/// All are 12 s at 25 frames a second, pictures of 320x180 and 160x90, segments of 4 s, unless said otherwise.
package enum Recipe: String, CaseIterable, Sendable {
  /// ffmpeg, MPEG-2 TS: two variants, two audio renditions, EXT-X-PROGRAM-DATE-TIME.
  case transportStreams = "ffmpeg-ts"
  /// ffmpeg, fragmented MP4, one file a segment: two variants, two audio renditions, EXT-X-MAP.
  case fragmentedMP4 = "ffmpeg-fmp4"
  /// ffmpeg, fragmented MP4, one file a stream: EXT-X-BYTERANGE with offsets, EXT-X-MAP with BYTERANGE.
  case byteRanges = "ffmpeg-byte-ranges"
  /// ffmpeg and openssl, TS under AES-128 in segments of 2 s: three keys, with IV and without, and a clear part.
  case rotatedKeys = "ffmpeg-aes"
  /// ffmpeg, fragmented MP4 of two encodes: A, B, A again, with EXT-X-DISCONTINUITY and three EXT-X-MAPs.
  case discontinuities = "ffmpeg-discontinuities"
  /// ffmpeg, sound alone: AAC with an alternative rendition and AC-3, each packed with its ID3 timestamp.
  /// `mpeg.m3u8` beside it is the same in MP3, a media playlist by itself.
  case packedAudio = "ffmpeg-packed-audio"
  /// ffmpeg, TS: two variants, two audio renditions, WebVTT in English and French. The title of the demo.
  case subtitles = "ffmpeg-subtitles"
  /// ffmpeg, TS with sound in it: a media playlist with no multivariant playlist.
  case muxed = "ffmpeg-muxed"
  /// Shaka Packager, fragmented MP4: audio and subtitle groups, I-frame playlists.
  case shakaFragmentedMP4 = "shaka-fmp4"
  /// Shaka Packager, TS with packed AAC: audio groups, I-frame playlists.
  case shakaTransportStreams = "shaka-ts"
  /// Shaka Packager, one MP4 a stream: EXT-X-BYTERANGE that goes on where the last range ended.
  case shakaSingleFile = "shaka-single-file"
  /// Shaka Packager, fragmented MP4: each variant once with an AAC and once with an AC-3 group, and subtitles.
  case shakaTwoCodecs = "shaka-aac-ac3"

  /// The playlist to start from, by its name in the title's folder.
  package var entry: String { self == .muxed ? "index.m3u8" : "master.m3u8" }

  package var hasVideo: Bool { self != .packedAudio }
  package var isEncrypted: Bool { self == .rotatedKeys }

  /// Languages of its audio renditions, in order; empty where sound has no rendition of its own.
  package var audioLanguages: [String] {
    switch self {
    case .muxed, .discontinuities: []
    default: ["en", "fr"]
    }
  }

  /// Languages of its subtitle renditions, in order.
  package var subtitleLanguages: [String] {
    switch self {
    case .subtitles, .shakaFragmentedMP4, .shakaTwoCodecs: ["en", "fr"]
    default: []
    }
  }
}

/// A title made for the tests. It is shared by all of them, so it is never changed: copy it first.
package struct Title: Sendable, Hashable {
  package let recipe: Recipe
  /// The folder that holds it, to serve or to copy.
  package let folder: String

  /// The path of the playlist to start from.
  package var path: String { "\(folder)/\(recipe.entry)" }
}
