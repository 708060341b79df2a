/// EXT-X-STREAM-INF before its URI line is known.
struct StreamInf {
  let line: Int
  let qualities: StreamQualities
  let frameRate: Double?
  let audio: String?
  let subtitles: String?
  let closedCaptions: ClosedCaptions?
  let name: String?

  func variant(uri: String, uriLine: Int) -> Variant {
    Variant(
      line: line, uriLine: uriLine, uri: uri, qualities: qualities, frameRate: frameRate, audio: audio,
      subtitles: subtitles, closedCaptions: closedCaptions, name: name)
  }
}

extension TagContext {
  /// 4.4.6.2; nil when the tag is to be ignored.
  mutating func readStreamInf(_ bytes: Span<UInt8>) throws(PlaylistError) -> StreamInf? {
    guard try readAttributes(bytes, known: "REQ-VIDEO-LAYOUT") else { return nil }
    let inf = StreamInf(
      line: line, qualities: try readQualities(bytes), frameRate: try decimal("FRAME-RATE", bytes),
      audio: try quoted("AUDIO", bytes), subtitles: try quoted("SUBTITLES", bytes),
      closedCaptions: try readClosedCaptions(bytes), name: try quoted("NAME", bytes))
    return isIgnored ? nil : inf
  }

  /// 4.4.6.3; nil when the tag is to be ignored.
  mutating func readIFrameStream(_ bytes: Span<UInt8>) throws(PlaylistError) -> IFrameStream? {
    guard try readAttributes(bytes, known: "REQ-VIDEO-LAYOUT") else { return nil }
    guard let uri = try quoted("URI", bytes) else {
      try missing("URI")
      return nil
    }
    let stream = IFrameStream(line: line, uri: uri, qualities: try readQualities(bytes))
    return isIgnored ? nil : stream
  }

  /// The image extension: CODECS and RESOLUTION are required too.
  mutating func readImageStream(_ bytes: Span<UInt8>) throws(PlaylistError) -> IFrameStream? {
    guard let stream = try readIFrameStream(bytes) else { return nil }
    if stream.qualities.codecs.isEmpty { try missing("CODECS") }
    if stream.qualities.resolution == nil { try missing("RESOLUTION") }
    return stream
  }

  private mutating func readQualities(_ bytes: Span<UInt8>) throws(PlaylistError) -> StreamQualities {
    let average = try integer("AVERAGE-BANDWIDTH", bytes)
    let bandwidth = try integer("BANDWIDTH", bytes)
    if bandwidth == nil { try missing("BANDWIDTH") }
    return StreamQualities(
      bandwidth: bandwidth ?? average ?? 0, averageBandwidth: average, score: try decimal("SCORE", bytes),
      codecs: try list("CODECS", bytes), supplementalCodecs: try quoted("SUPPLEMENTAL-CODECS", bytes),
      resolution: try resolution("RESOLUTION", bytes), hdcpLevel: try readHDCPLevel(bytes),
      allowedCPC: try quoted("ALLOWED-CPC", bytes), videoRange: try enumerated("VIDEO-RANGE", bytes),
      videoLayout: try readVideoLayout(bytes), stableID: try quoted("STABLE-VARIANT-ID", bytes),
      video: try quoted("VIDEO", bytes), pathwayID: try quoted("PATHWAY-ID", bytes))
  }

  private mutating func readHDCPLevel(_ bytes: Span<UInt8>) throws(PlaylistError) -> String? {
    let level = try enumerated("HDCP-LEVEL", bytes)
    if let level, !["TYPE-0", "TYPE-1", "NONE"].contains(level) {
      ignore(unknownValueOf: "HDCP-LEVEL")
    }
    return level
  }

  /// REQ-VIDEO-LAYOUT: a member that is not known has the tag and its URI ignored.
  private mutating func readVideoLayout(_ bytes: Span<UInt8>) throws(PlaylistError) -> String? {
    guard let layout = try quoted("REQ-VIDEO-LAYOUT", bytes) else { return nil }
    let known: Set<Substring> = [
      "CH-STEREO", "CH-MONO", "PROJ-RECT", "PROJ-EQUI", "PROJ-HEQU", "PROJ-PRIM", "PROJ-AIV",
    ]
    let specifiers = layout.split { $0 == "," || $0 == "/" || $0 == " " }
    if specifiers.isEmpty || !known.isSuperset(of: specifiers) {
      ignore(unknownValueOf: "REQ-VIDEO-LAYOUT")
    }
    return layout
  }

  private mutating func readClosedCaptions(_ bytes: Span<UInt8>) throws(PlaylistError) -> ClosedCaptions? {
    guard let field = fields.field("CLOSED-CAPTIONS", in: bytes) else { return nil }
    if !field.isQuoted, bytes.equals("NONE", from: field.valueStart, to: field.valueEnd) {
      return ClosedCaptions.none
    }
    if field.isQuoted, bytes.equals("NONE", from: field.valueStart, to: field.valueEnd) {
      try tolerate(.attributeType, of: "CLOSED-CAPTIONS", "is NONE in quotes")
      return ClosedCaptions.none
    }
    return try quoted("CLOSED-CAPTIONS", bytes).map { .group($0) }
  }
}
