import Playlist

enum FrameRateLimit: Rule {
  static let identifier = "apple-authoring-1.19-frame-rate-limit"
  static let asks = "FRAME-RATE is at most 60"
  static let why = "many devices do not play faster video"

  static func check(_ facts: MultivariantFacts) -> [Finding] {
    var faults = Repeated(self, .warning, in: facts.name)
    // Immersive video has limits of its own.
    for variant in facts.playlist.variants where variant.videoLayout == nil {
      guard let rate = variant.frameRate, rate > 60.001 else { continue }
      faults.see(line: variant.line, "FRAME-RATE \(rate) is more than 60")
    }
    return faults.all
  }
}
