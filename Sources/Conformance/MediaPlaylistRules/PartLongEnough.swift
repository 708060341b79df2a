import Playlist

enum PartLongEnough: Rule {
  static let identifier = "rfc8216bis-4.4.4.9-part-short"
  static let asks =
    "DURATION of EXT-X-PART is at least 85 % of PART-TARGET, but for independent, missing and last parts"
  static let why = "clients ask again each PART-TARGET; shorter parts cost more requests than they save time"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard let target = facts.playlist.partInf?.target else { return [] }
    let parts = facts.playlist.parts
    var repeated = Repeated(Self.self, .error, in: facts.name)
    for (part, next) in zip(parts, parts.dropFirst()) {
      guard part.duration < 0.85 * target - 0.001, !part.isIndependent, !part.isGap, !next.isGap,
        next.segment == part.segment
      else { continue }
      repeated.see(
        line: part.line,
        "DURATION of EXT-X-PART is \(Timeline.text(part.duration)), less than 85 % of PART-TARGET, which is "
          + Timeline.text(target))
    }
    return repeated.all
  }
}
