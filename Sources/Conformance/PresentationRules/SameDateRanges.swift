import Playlist

enum SameDateRanges: Rule {
  static let identifier = "rfc8216bis-6.2.4-date-ranges"
  static let asks = "all media playlists that have EXT-X-DATERANGE have the same ones in the same order"
  static let why = "a player that follows another playlist misses a break or plays it twice"

  static func check(_ facts: PresentationFacts) -> [Finding] {
    let lists = facts.media.map { (media: $0, ranges: firsts($0.playlist.dateRanges)) }.filter {
      !$0.ranges.isEmpty
    }
    guard let reference = lists.first else { return [] }
    return lists.dropFirst().compactMap { list in
      // Live playlists were not read at one moment: their first and last ranges may differ.
      let isWhole = list.media.playlist.isComplete && reference.media.playlist.isComplete
      let (ours, theirs) =
        isWhole ? (list.ranges, reference.ranges) : common(list.ranges, reference.ranges)
      return difference(ours, theirs, list.media, reference.media)
    }
  }

  private static func difference(
    _ ours: [DateRange], _ theirs: [DateRange], _ media: MediaPlaylistFacts, _ reference: MediaPlaylistFacts
  ) -> Finding? {
    guard
      let index = (0..<max(ours.count, theirs.count)).first(where: { index in
        index >= ours.count || index >= theirs.count || ours[index].id != theirs[index].id
      })
    else { return nil }
    let name = shown(reference.name)
    guard index < ours.count else {
      return found(
        .error, media.name,
        "lacks EXT-X-DATERANGE \(shown(theirs[index].id)) of \(name)" + andMore(theirs.count - index - 1))
    }
    let other = index < theirs.count ? shown(theirs[index].id) : "no more"
    return found(
      .error, media.name, line: ours[index].line + 1,
      "EXT-X-DATERANGE \(shown(ours[index].id)) stands where \(name) has \(other)")
  }

  /// The first tag of each ID.
  private static func firsts(_ ranges: [DateRange]) -> [DateRange] {
    var seen: Set<String> = []
    return ranges.filter { seen.insert($0.id).inserted }
  }

  private static func common(_ one: [DateRange], _ other: [DateRange]) -> ([DateRange], [DateRange]) {
    let shared = Set(one.map(\.id)).intersection(other.map(\.id))
    return (one.filter { shared.contains($0.id) }, other.filter { shared.contains($0.id) })
  }
}
