import Playlist

enum RangesApart: Rule {
  static let identifier = "hlspack-range-overlap"
  static let asks = "byte ranges of one resource that follow each other do not overlap"
  static let why = "the same bytes are loaded and played twice, which points to wrong offsets"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    guard !facts.isTrickPlay else { return [] }
    var repeated = Repeated(Self.self, .warning, in: facts.name)
    facts.forEachRangeStep { step in
      guard step.kind == .overlap else { return }
      repeated.see(
        line: facts.playlist.segments[step.segment].uriLine,
        "the byte range overlaps the one before, of the same resource")
    }
    return repeated.all
  }
}
