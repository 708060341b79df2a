import Playlist

enum ReferenceKept: Rule {
  static let identifier = "hlspack-reference-kept"
  static let asks = "each playlist.m3u8 names the segments of its stream.json, in order, with its figures"
  static let why = "what is stored and not named is never played, and repair would match the wrong segments"

  static func check(_ facts: StreamFacts) -> [Finding] {
    guard let playlist = facts.playlist, !facts.isBorrowed, case .segments(let listed) = facts.listing else {
      return []
    }
    var findings: [Finding] = []
    if playlist.segments.count != listed.count {
      let message = "names \(playlist.segments.count) segments where stream.json has \(listed.count)"
      findings.append(found(.error, facts.playlistPath, message))
    }
    let sections = playlist.initializations.map(\.uri)
    for aspect in aspects {
      var first: Finding?
      var count = 0
      for (segment, item) in zip(playlist.segments, listed) {
        guard let difference = aspect(segment, item, sections) else { continue }
        count += 1
        if first != nil { continue }
        first = found(.error, facts.playlistPath, line: segment.uriLine + 1, difference)
      }
      guard var finding = first else { continue }
      finding.message += andMore(count - 1)
      findings.append(finding)
    }
    return findings
  }

  /// What differs between a segment of the playlist and of the listing; nil when nothing does.
  private typealias Aspect = (_ segment: MediaSegment, _ item: ListedSegment, _ sections: [String]) -> String?

  private static var aspects: [Aspect] { [name, duration, gap, initialization, sequence, discontinuity] }

  private static func name(_ segment: MediaSegment, _ item: ListedSegment, _: [String]) -> String? {
    segment.uri == item.name ? nil : "names \(shown(segment.uri)) where stream.json has \(item.name)"
  }

  private static func duration(_ segment: MediaSegment, _ item: ListedSegment, _: [String]) -> String? {
    guard let duration = item.duration, abs(segment.duration - duration) > 0.000_001 else { return nil }
    return "gives \(item.name) \(segment.duration) s where stream.json has \(duration) s"
  }

  private static func gap(_ segment: MediaSegment, _ item: ListedSegment, _: [String]) -> String? {
    guard segment.isGap != item.isGap else { return nil }
    let (named, listed) = segment.isGap ? ("a", "none") : ("no", "one")
    return "has \(named) gap at \(item.name) where stream.json has \(listed)"
  }

  private static func initialization(
    _ segment: MediaSegment, _ item: ListedSegment, _ sections: [String]
  ) -> String? {
    let section = segment.initialization.map { sections[$0] }
    guard section != item.initialization else { return nil }
    let (named, listed) = (section.map(shown) ?? "none", item.initialization ?? "none")
    return "gives \(item.name) the initialization section \(named) where stream.json has \(listed)"
  }

  private static func sequence(_ segment: MediaSegment, _ item: ListedSegment, _: [String]) -> String? {
    guard let sequence = item.mediaSequence, sequence != segment.mediaSequence else { return nil }
    return "gives \(item.name) sequence number \(segment.mediaSequence) where stream.json has \(sequence)"
  }

  private static func discontinuity(_ segment: MediaSegment, _ item: ListedSegment, _: [String]) -> String? {
    guard item.discontinuitySequence != segment.discontinuitySequence else { return nil }
    return
      "gives \(item.name) discontinuity number \(segment.discontinuitySequence) where stream.json has "
      + "\(item.discontinuitySequence)"
  }
}
