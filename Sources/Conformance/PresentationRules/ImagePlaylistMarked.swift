import Playlist

enum ImagePlaylistMarked: Rule {
  static let identifier = "image-playlist-0.4-images-only"
  static let asks = "what EXT-X-IMAGE-STREAM-INF names has EXT-X-IMAGES-ONLY, and nothing else has it"
  static let why = "players that do not know what the segments are decode images as video, or the reverse"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    var findings: [Finding] = []
    for media in facts.media where !media.isAlone {
      if media.uses.contains(where: \.isImages), !media.playlist.imagesOnly {
        findings.append(
          found(
            .error, media.name, "is named by EXT-X-IMAGE-STREAM-INF and has no EXT-X-IMAGES-ONLY",
            hint: "add the tag, or name a playlist of images"))
      }
      if media.uses.contains(where: { !$0.isImages }), media.playlist.imagesOnly {
        findings.append(
          found(
            .error, media.name, line: media.firstLine(with: .imagesOnly),
            "has EXT-X-IMAGES-ONLY and is named by a tag that is not EXT-X-IMAGE-STREAM-INF"))
      }
    }
    return findings
  }
}
