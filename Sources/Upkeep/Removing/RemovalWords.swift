/// What a person wants to be without, in the words that choose when a bundle is made.
package struct RemovalWords: Sendable, Hashable {
  /// RULEs; every variant that one of them names goes.
  package var video: [String]
  /// LISTs, each comma-joined; nil: nothing was said.
  package var audio: [String]?
  package var subtitles: [String]?
  /// Whether the last variant with a picture may go too.
  package var takesLastVideo: Bool

  package init(
    video: [String] = [], audio: [String]? = nil, subtitles: [String]? = nil, takesLastVideo: Bool = false
  ) {
    self.video = video
    self.audio = audio
    self.subtitles = subtitles
    self.takesLastVideo = takesLastVideo
  }

  /// Whether nothing was said at all.
  package var isEmpty: Bool { video.isEmpty && audio == nil && subtitles == nil }

  /// For the bundle's history: `audio fr,de; video 360p`.
  var note: String {
    var parts: [String] = []
    if let audio { parts.append("audio \(audio.joined(separator: ","))") }
    if let subtitles { parts.append("subtitles \(subtitles.joined(separator: ","))") }
    parts += video.map { "video \($0)" }
    return parts.joined(separator: "; ")
  }
}
