/// Players of others, as witnesses that something plays.
///
/// A location is a path or an http URL. What is on disk is played with no network at all, or, where a player needs
/// a server, with loopback alone. Where the system does not permit that, the result's `network` says so.
package enum Players {
  /// Which ffmpeg: they differ in what they accept.
  package enum FFmpeg: String, CaseIterable, Sendable {
    /// Debian's, version 5.1.
    case system
    /// The one that comes with Shaka Packager, version 8.1. It lists subtitles too.
    case newer

    var ffmpeg: String { self == .system ? "ffmpeg" : "ffmpeg-8" }
    var ffprobe: String { self == .system ? "ffprobe" : "ffprobe-8" }
  }

  /// What a player did.
  package struct Playback: Sendable {
    /// Whether it played to the end without an error.
    package let ended: Bool
    /// What it said where it did not.
    package let error: String
    package let network: Network
  }
}
