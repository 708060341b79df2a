import Playlist

// Tags of low-latency playlists, of delta updates and of images.
extension Summary {
  static func lowLatency(_ playlist: MediaPlaylist) -> [String] {
    var lines = playlist.partInf.map { ["part target \($0.target), line \($0.line + 1)"] } ?? []
    lines += playlist.serverControl.map { [serverControl($0)] } ?? []
    lines += playlist.skip.map { [skip($0)] } ?? []
    lines += playlist.parts.map(part)
    lines += playlist.tiles.map { tiles in
      "tiles \(tiles.resolution) in \(tiles.layout), \(tiles.duration) s each, segment \(tiles.segment), "
        + "line \(tiles.line + 1)"
    }
    lines += playlist.preloadHints.map { hint in
      "preload \(hint.kind.rawValue): "
        + join([
          [hint.uri], ["from \(hint.start)"], fact("length", hint.length), ["line \(hint.line + 1)"],
        ])
    }
    lines += playlist.renditionReports.map { report in
      "report: "
        + join([
          [report.uri], fact("sequence", report.lastMediaSequence), fact("part", report.lastPart),
          ["line \(report.line + 1)"],
        ])
    }
    return lines
  }

  private static func serverControl(_ control: ServerControl) -> String {
    "server control: "
      + join([
        fact("skip until", control.canSkipUntil), flag("skips date ranges", control.canSkipDateRanges),
        fact("hold back", control.holdBack), fact("part hold back", control.partHoldBack),
        flag("blocks reload", control.canBlockReload), ["line \(control.line + 1)"],
      ])
  }

  private static func skip(_ skip: Skip) -> String {
    join([
      ["skipped \(skip.skippedSegments)"],
      fact("removed", skip.recentlyRemovedDateRanges.map { "\($0)" }), ["line \(skip.line + 1)"],
    ])
  }

  private static func part(_ part: PartialSegment) -> String {
    "part of segment \(part.segment): "
      + join([
        [part.uri], ["\(part.duration) s"], flag("independent", part.isIndependent), range(part.byteRange),
        flag("gap", part.isGap), ["line \(part.line + 1)"],
      ])
  }
}
