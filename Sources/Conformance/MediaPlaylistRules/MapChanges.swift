import Playlist

enum MapChanges: Rule {
  static let identifier = "hlspack-map-repeated"
  static let asks = "EXT-X-MAP is written again only where it changes"
  static let why = "it holds until the next one; a player may load and parse the same section again"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    let playlist = facts.playlist
    var seen = Seen()
    for (map, before) in zip(playlist.initializations.dropFirst(), playlist.initializations)
    where map.uri == before.uri && map.byteRange == before.byteRange {
      guard map.firstSegment < playlist.segments.count,
        playlist.segments[map.firstSegment].discontinuitySequence
          == playlist.segments[before.firstSegment].discontinuitySequence,
        areSame(map.keySet, before.keySet, playlist.keySets)
      else { continue }
      seen.see(map.line)
    }
    return found(.info, facts.name, seen, "EXT-X-MAP is the same as the one before")
  }

  private static func areSame(_ left: Int?, _ right: Int?, _ sets: [[Key]]) -> Bool {
    guard let left, let right, left != right else { return left == right }
    let (keys, others) = (sets[left], sets[right])
    return keys.count == others.count
      && zip(keys, others).allSatisfy {
        $0.method == $1.method && $0.uri == $1.uri && $0.iv == $1.iv && $0.keyFormat == $1.keyFormat
      }
  }
}
