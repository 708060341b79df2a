import Playlist

enum FlashRisk: Rule {
  static let identifier = "hlspack-flash-risk"
  static let asks = "X-RISK-LEVEL of a range with flashing lights is a number from 0 to 100"
  static let why = "a player dims the picture by it, and cannot with anything else"

  private static let classID = "com.apple.accessibility.video.strobing.general-flash"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    var repeated = Repeated(Self.self, .warning, in: facts.name)
    for range in facts.wholeDateRanges where range.classID == classID {
      guard let level = range.other("X-RISK-LEVEL") else {
        repeated.see(line: range.line, "the range of flashing lights has no X-RISK-LEVEL")
        continue
      }
      guard !(Double(level.text).map { (0...100).contains($0) } ?? false) else { continue }
      repeated.see(line: range.line, "X-RISK-LEVEL is \(shown(level.text)), not a number from 0 to 100")
    }
    return repeated.all
  }
}
