enum GapTold: Rule {
  static let identifier = "hlspack-gap"
  static let asks = "no segment is left out (EXT-X-GAP)"
  static let why = "a player that knows gaps skips them; one that does not may stall there"

  static func check(_ facts: TitleFacts) -> [Finding] {
    facts.streams.filter { $0.gaps > 0 }.map { stream in
      let gaps = stream.gaps == 1 ? "a gap" : "\(stream.gaps) gaps"
      return found(
        .warning, stream.playlistPath, "has \(gaps): players that ignore EXT-X-GAP may stall there")
    }
  }
}
