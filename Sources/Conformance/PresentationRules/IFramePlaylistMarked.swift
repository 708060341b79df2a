import Playlist

enum IFramePlaylistMarked: Rule {
  static let identifier = "rfc8216bis-4.4.6.3-i-frames-only"
  static let asks = "what EXT-X-I-FRAME-STREAM-INF names has EXT-X-I-FRAMES-ONLY, and nothing else has it"
  static let why = "players take the segments for whole ones, or for single frames, and show the wrong thing"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    var findings: [Finding] = []
    for media in facts.media where !media.isAlone {
      if media.uses.contains(where: \.isIFrames), !media.playlist.iFramesOnly {
        findings.append(
          found(
            .error, media.name, "is named by EXT-X-I-FRAME-STREAM-INF and has no EXT-X-I-FRAMES-ONLY",
            hint: "add the tag, or name a playlist of I-frames"))
      }
      if media.uses.contains(where: { !$0.isIFrames }), media.playlist.iFramesOnly {
        findings.append(
          found(
            .error, media.name, line: media.firstLine(with: .iFramesOnly),
            "has EXT-X-I-FRAMES-ONLY and is named by a tag that is not EXT-X-I-FRAME-STREAM-INF"))
      }
    }
    return findings
  }
}
