import Playlist

enum RangesInOrder: Rule {
  static let identifier = "hlspack-range-order"
  static let asks = "byte ranges of one resource follow each other without holes and never go back"
  static let why = "adjacent ranges can be had with one request; others cost one each"

  static func check(_ facts: MediaPlaylistFacts) -> [Finding] {
    // I-frames are parts of segments, with holes between them.
    guard !facts.isTrickPlay else { return [] }
    var repeated = Repeated(Self.self, .warning, in: facts.name)
    var told: Int?
    facts.forEachRangeStep { step in
      guard step.kind != .overlap, told != step.run else { return }
      told = step.run
      repeated.see(
        line: facts.playlist.segments[step.segment].uriLine,
        step.kind == .hole
          ? "the byte range leaves a hole after the one before, of the same resource"
          : "the byte range is before the previous one, of the same resource")
    }
    return repeated.all
  }
}
