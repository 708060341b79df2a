enum GapCount: Rule {
  static let identifier = "hlspack-gap-count"
  static let asks = "the manifest counts the gaps that the local playlists have"
  static let why = "a hole that is not counted is a hole that nobody was told of"

  static func check(_ facts: TitleFacts) -> [Finding] {
    var findings: [Finding] = []
    for stream in facts.streams {
      guard let gaps = stream.playlistGaps, gaps != stream.gaps else { continue }
      findings.append(
        found(.error, stream.playlistPath, "has \(gaps) gaps where the manifest counts \(stream.gaps)"))
    }
    let sum = facts.streams.reduce(0) { $0 + $1.gaps }
    if sum != facts.gaps {
      findings.append(
        found(.error, facts.manifestPath, "counts \(facts.gaps) gaps in all where its streams have \(sum)"))
    }
    if facts.missing > facts.gaps {
      findings.append(
        found(
          .error, facts.manifestPath,
          "lists \(facts.missing) missing segments where it counts \(facts.gaps) gaps"))
    }
    return findings
  }
}
