import Foundation
import Processes

extension Players {
  /// Plays a playlist on disk to its end in GStreamer's playbin, as fast as it decodes.
  ///
  /// With the older HLS demuxer, whose exit code is honest: a missing segment is an error.
  /// The newer one does not read from disk.
  package static func gstreamer(_ path: String) async throws -> Playback {
    try await gstreamerGate.pass {
      // Now and then, on a busy machine, its own threads wait for each other for ever. That is no verdict.
      for _ in 0..<3 {
        if let playback = try await gstreamerOnce(path) { return playback }
      }
      throw SupportError("playing \(path) in GStreamer", "it stood still three times")
    }
  }

  private static let gstreamerGate = Gate(width: 1)

  /// Nil where it stood still.
  private static func gstreamerOnce(_ path: String) async throws -> Playback? {
    let seclusion = try await Seclusion.find(loopback: false)
    let (tool, arguments) = try seclusion.wrapped(
      "env",
      [
        "GST_PLUGIN_FEATURE_RANK=hlsdemux2:NONE", try Tools.require("gst-launch-1.0"), "--no-position",
        "playbin",
        "uri=\(URL(fileURLWithPath: path).absoluteString)", "flags=0x57",
        "video-sink=fakesink sync=false", "audio-sink=fakesink sync=false", "text-sink=fakesink sync=false",
      ])
    let result = try await Tools.ended(tool, arguments, limit: .seconds(30))
    guard !result.timedOut else { return nil }
    return Playback(ended: result.isSuccess, error: Tools.tail(of: result), network: seclusion.network)
  }
}
