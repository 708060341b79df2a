import Playlist

enum TargetDuration: Rule {
  static let identifier = "rfc8216bis-4.4.3.1-target-duration"
  static let asks = "each EXTINF, rounded to the nearest integer, is at most EXT-X-TARGETDURATION"
  static let why = "clients reckon their buffers and reloads by it, and stall at a segment that is longer"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard !facts.playlist.imagesOnly else { return [] }
    let target = Double(facts.playlist.targetDuration)
    let longest = facts.playlist.segments.reduce(0.0) { max($0, $1.duration.rounded()) }
    guard longest > target else { return [] }
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for (index, segment) in facts.playlist.segments.enumerated() where segment.duration.rounded() > target {
      repeated.see(
        line: facts.line(of: .extInf, at: index) - 1,
        "EXTINF is \(Timeline.text(segment.duration)) where EXT-X-TARGETDURATION is "
          + "\(facts.playlist.targetDuration)",
        hint: "EXT-X-TARGETDURATION must be at least \(Int64(longest))")
    }
    return repeated.all
  }
}
