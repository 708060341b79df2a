import Download
import Flags

/// What is packed beside variants and renditions.
struct ExtrasOptions: Sendable {
  var sessionData = false
  var trickPlay = false

  static let options: [Option<ExtrasOptions>] = [
    .flag(
      "session-data", \.sessionData, "Pack the session data, chapters with their pictures.",
      details: [
        """
        EXT-X-SESSION-DATA lines stay in index.m3u8, and what they name is fetched into `Data/`: at most 4 MiB each. \
        Of com.apple.hls.chapters the pictures are fetched too. Of other payloads addresses within them are \
        left as they are, with a warning. What cannot be had or is not what it should be is an error (exit 5 or 6).
        """
      ]),
    .flag(
      "trick-play", \.trickPlay, "Pack I-frame and image playlists.",
      details: [
        """
        Every I-frame playlist whose frames lie in segments that are packed is kept, and names parts of their \
        files. Where there is none, one is fetched: that of the largest frames not above the primary variant; and one \
        image playlist by the same rule. Frames of AES-128 media that are not packed cannot be had (exit 5).
        """
      ]),
  ]

  var extras: Extras { Extras(sessionData: sessionData, trickPlay: trickPlay) }
}
