import BundleStore
import Media

extension TrackFacts {
  static let video = TrackFacts(
    kind: .video, codec: "avc1.64001F", width: 1280, height: 720, frameRate: 30_000.0 / 1_001)
  static let sound = TrackFacts(kind: .audio, codec: "mp4a.40.2", channels: 2, sampleRate: 48_000)
  static let surround = TrackFacts(kind: .audio, codec: "ac-3", channels: 6, sampleRate: 48_000)
}

/// A kind of stream, as an argument of a test.
enum StreamKindName: Sendable {
  case variant, audio, subtitles

  var kind: StreamKind {
    switch self {
    case .variant: .variant
    case .audio: .audio
    case .subtitles: .subtitles
    }
  }
}
