import Playlist

enum IFrameAttributes: Rule {
  static let identifier = "rfc8216bis-4.4.6.3-i-frame-attributes"
  static let asks = "EXT-X-I-FRAME-STREAM-INF has no FRAME-RATE, AUDIO, SUBTITLES and CLOSED-CAPTIONS"
  static let why = "they have no meaning there, and players ignore them"

  /// What the tag does not have.
  static let excluded = ["FRAME-RATE", "AUDIO", "SUBTITLES", "CLOSED-CAPTIONS"]

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    for stream in facts.iFrameTags + facts.imageTags {
      let attributes = facts.playlist.text.attributes(stream.line)
      // NONE, which Shaka Packager writes, changes nothing.
      let there = excluded.filter { attributes[$0].map { $0.text != "NONE" } ?? false }
      guard !there.isEmpty else { continue }
      faults.see(line: stream.line, "\(stream.tag.rawValue) has \(there.joined(separator: ", "))")
    }
    return faults.all
  }
}
