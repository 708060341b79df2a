import Playlist

/// A parsed playlist as a short text, one fact a line, that says everything that is not as usual.
enum Summary {
  static func text(of parsed: ParsedPlaylist) -> String {
    let lines: [String]
    switch parsed {
    case .media(let playlist): lines = media(playlist)
    case .multivariant(let playlist): lines = multivariant(playlist)
    }
    let warnings = parsed.warnings.map { "warning \($0.rule.rawValue): \($0)" }
    return (lines + warnings).map { $0 + "\n" }.joined()
  }

  static func fact(_ name: String, _ value: (any CustomStringConvertible)?) -> [String] {
    value.map { ["\(name) \($0)"] } ?? []
  }

  static func flag(_ name: String, _ value: Bool) -> [String] { value ? [name] : [] }

  static func join(_ parts: [[String]]) -> String { parts.flatMap { $0 }.joined(separator: ", ") }

  private static func start(_ start: Start?) -> [String] {
    start.map { ["start \($0.timeOffset)\($0.precise ? ", precise" : "")"] } ?? []
  }

  private static func definitions(_ definitions: [Definition]) -> [String] {
    definitions.map { "define \($0.name) = \"\($0.value)\" (\($0.source.rawValue), line \($0.line + 1))" }
  }

  private static func media(_ playlist: MediaPlaylist) -> [String] {
    var lines = [
      join([
        ["media"], fact("version", playlist.version), ["needs \(playlist.requiredVersion)"],
        ["target \(playlist.targetDuration)"], ["sequence \(playlist.mediaSequence)"],
        ["discontinuity sequence \(playlist.discontinuitySequence)"],
        fact("type", playlist.playlistType?.rawValue), flag("ended", playlist.endList),
        [playlist.isComplete ? "complete" : "live"], flag("I-frames only", playlist.iFramesOnly),
        flag("images only", playlist.imagesOnly), flag("independent", playlist.independentSegments),
        ["duration \(playlist.duration)"],
      ])
    ]
    lines += start(playlist.start) + definitions(playlist.definitions)
    for (index, keys) in playlist.keySets.enumerated() {
      lines += keys.map { "key set \(index): \(key($0))" }
    }
    for (index, map) in playlist.initializations.enumerated() {
      let parts = [
        [map.uri], range(map.byteRange), fact("key set", map.keySet), ["from segment \(map.firstSegment)"],
      ]
      lines.append("map \(index): " + join(parts) + ", line \(map.line + 1)")
    }
    lines += playlist.segments.map(segment) + playlist.dateRanges.map(dateRange)
    return lines + lowLatency(playlist) + misplaced(playlist.misplacedLines)
  }

  private static func misplaced(_ lines: [Int]) -> [String] { lines.map { "misplaced: line \($0 + 1)" } }

  static func range(_ range: ByteRange?) -> [String] {
    range.map { ["bytes \($0.offset)..<\($0.end)"] } ?? []
  }

  private static func key(_ key: Key) -> String {
    let iv = key.iv.map { bytes in
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
    return join([
      [key.method.text], fact("uri", key.uri), fact("iv", iv), [key.keyFormat],
      fact("versions", key.keyFormatVersions), ["line \(key.line + 1)"],
    ])
  }

  private static func segment(_ segment: MediaSegment) -> String {
    "segment \(segment.mediaSequence): "
      + join([
        [segment.uri], ["\(segment.durationText) s = \(segment.duration)"], fact("title", segment.title),
        range(segment.byteRange), flag("discontinuity", segment.isDiscontinuity),
        ["discontinuities \(segment.discontinuitySequence)"], fact("date", segment.programDateTime),
        fact("key set", segment.keySet), fact("map", segment.initialization), flag("gap", segment.isGap),
        fact("bitrate", segment.bitrate), segment.parts > 0 ? ["parts \(segment.parts)"] : [],
        ["lines \(segment.firstLine + 1)-\(segment.uriLine + 1)"],
      ])
  }

  private static func dateRange(_ range: DateRange) -> String {
    "date range \(range.id): "
      + join([
        fact("class", range.classID), fact("start", range.startDate), fact("end", range.endDate),
        fact("duration", range.duration), fact("planned", range.plannedDuration),
        flag("end on next", range.endOnNext), range.cue.isEmpty ? [] : ["cue \(range.cue)"],
        range.others.map { "\($0.name)=\($0.value.isQuoted ? "\"\($0.value.text)\"" : $0.value.text)" },
        flag("interstitial", range.isInterstitial), flag("preload", range.isPreload),
        ["line \(range.line + 1)"],
      ])
  }

  private static func multivariant(_ playlist: MultivariantPlaylist) -> [String] {
    var lines = [
      join([
        ["multivariant"], fact("version", playlist.version), ["needs \(playlist.requiredVersion)"],
        flag("independent", playlist.independentSegments),
      ])
    ]
    lines += start(playlist.start) + definitions(playlist.definitions)
    lines += playlist.variants.map(variant) + playlist.renditions.map(rendition)
    lines += playlist.iFrameStreams.map {
      "I-frames: \($0.uri), \(qualities($0.qualities)), line \($0.line + 1)"
    }
    lines += playlist.imageStreams.map {
      "images: \($0.uri), \(qualities($0.qualities)), line \($0.line + 1)"
    }
    lines += playlist.sessionData.map { data in
      "session data \(data.dataID): "
        + join([
          fact("value", data.value), fact("uri", data.uri), [data.format.rawValue],
          fact("language", data.language),
        ])
    }
    lines += playlist.sessionKeys.map { "session key: \(key($0))" }
    lines +=
      playlist.contentSteering.map { ["steering: \($0.serverURI), pathway \($0.pathwayID ?? "none")"] } ?? []
    return lines + misplaced(playlist.misplacedLines)
  }

  private static func qualities(_ qualities: StreamQualities) -> String {
    join([
      ["bandwidth \(qualities.bandwidth)"], fact("average", qualities.averageBandwidth),
      fact("score", qualities.score), qualities.codecs.isEmpty ? [] : ["codecs \(qualities.codecs)"],
      fact("supplemental", qualities.supplementalCodecs), fact("resolution", qualities.resolution),
      fact("hdcp", qualities.hdcpLevel), fact("cpc", qualities.allowedCPC),
      fact("range", qualities.videoRange),
      fact("layout", qualities.videoLayout), fact("stable", qualities.stableID),
      fact("video", qualities.video),
      fact("pathway", qualities.pathwayID),
    ])
  }

  private static func variant(_ variant: Variant) -> String {
    let captions: String? =
      switch variant.closedCaptions {
      case .group(let id)?: "group \(id)"
      case ClosedCaptions.none?: "NONE"
      case nil: nil
      }
    return "variant \(variant.uri): \(qualities(variant.qualities)), "
      + join([
        fact("frame rate", variant.frameRate), fact("audio", variant.audio),
        fact("subtitles", variant.subtitles), fact("captions", captions), fact("name", variant.name),
        ["lines \(variant.line + 1), \(variant.uriLine + 1)"],
      ])
  }

  private static func rendition(_ rendition: Rendition) -> String {
    "rendition \(rendition.kind.jsonName) \(rendition.groupID): "
      + join([
        [rendition.name], fact("uri", rendition.uri), fact("language", rendition.language),
        fact("assoc", rendition.assocLanguage), fact("stable", rendition.stableID),
        flag("default", rendition.isDefault), flag("autoselect", rendition.autoselect),
        flag("forced", rendition.forced), fact("instream", rendition.instreamID),
        fact("bits", rendition.bitDepth), fact("rate", rendition.sampleRate),
        rendition.characteristics.isEmpty ? [] : ["\(rendition.characteristics)"],
        fact("channels", rendition.channels), fact("count", rendition.channelCount),
        ["line \(rendition.line + 1)"],
      ])
  }
}
