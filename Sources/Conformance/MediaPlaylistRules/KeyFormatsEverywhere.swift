import Playlist

enum KeyFormatsEverywhere: Rule {
  static let identifier = "rfc8216bis-4.4.4.4-key-formats"
  static let asks = "all encrypted segments of a playlist offer their keys in the same formats"
  static let why = "a client that knows only some of the formats stops in the middle"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    guard let first = playlist.segments.first(where: { $0.keySet != nil })?.keySet else { return [] }
    let reference = playlist.keySets[first].map(\.keyFormat)
    let names = Set(reference)
    var repeated = Repeated(Self.self, .error, in: facts.name)
    var last = first
    for segment in playlist.segments {
      guard let index = segment.keySet, index != last else { continue }
      last = index
      let keys = playlist.keySets[index]
      if keys.count == reference.count, zip(keys, reference).allSatisfy({ $0.keyFormat == $1 }) { continue }
      guard Set(keys.map(\.keyFormat)) != names else { continue }
      repeated.see(
        line: segment.uriLine,
        "has keys in \(text(keys.map(\.keyFormat))) where the first encrypted segment has \(text(reference))")
    }
    return repeated.all
  }

  private static func text(_ formats: [String]) -> String {
    formats.sorted().prefix(4).map(shown).joined(separator: ", ") + andMore(formats.count - 4)
  }
}
