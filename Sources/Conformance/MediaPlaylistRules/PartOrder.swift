import Playlist

enum PartOrder: Rule {
  static let identifier = "rfc8216bis-4.4.4.9-part-order"
  static let asks =
    "EXT-X-KEY, EXT-X-MAP, EXT-X-DISCONTINUITY and EXT-X-PROGRAM-DATE-TIME precede the first "
    + "EXT-X-PART of their segment"
  static let why = "a client plays parts before it sees what comes after them"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    guard let first = playlist.parts.first else { return [] }
    var repeated = Repeated(Self.self, .error, in: facts.name)
    var isAfterPart = false
    for line in first.line..<playlist.text.lines.count {
      switch playlist.text.kind(line) {
      case .tag(.part): isAfterPart = true
      case .uri: isAfterPart = false
      case .tag(let tag?) where isAfterPart && belongsBefore(tag):
        repeated.see(line: line, "\(tag.rawValue) comes after the first EXT-X-PART of its segment")
      default: break
      }
    }
    return repeated.all
  }

  private static func belongsBefore(_ tag: TagName) -> Bool {
    switch tag {
    case .key, .map, .discontinuity, .programDateTime: true
    default: false
    }
  }
}
