extension TagContext {
  /// EXT-X-MEDIA (4.4.6.1); nil when the tag is to be ignored.
  mutating func readRendition(_ bytes: Span<UInt8>) throws(PlaylistError) -> Rendition? {
    guard try readAttributes(bytes) else { return nil }
    guard let type = try enumerated("TYPE", bytes) else {
      try missing("TYPE")
      return nil
    }
    guard let kind = MediaKind(rawValue: type) else {
      ignore(unknownValueOf: "TYPE")
      return nil
    }
    guard let groupID = try quoted("GROUP-ID", bytes) else {
      try missing("GROUP-ID")
      return nil
    }
    let language = try quoted("LANGUAGE", bytes)
    let rendition = Rendition(
      line: line, kind: kind, uri: try quoted("URI", bytes), groupID: groupID,
      name: try readName(bytes) ?? language ?? groupID, language: language,
      assocLanguage: try quoted("ASSOC-LANGUAGE", bytes), stableID: try quoted("STABLE-RENDITION-ID", bytes),
      isDefault: try flag("DEFAULT", bytes), autoselect: try flag("AUTOSELECT", bytes),
      forced: try flag("FORCED", bytes), instreamID: try quoted("INSTREAM-ID", bytes),
      bitDepth: try integer("BIT-DEPTH", bytes).map { Int(clamping: $0) },
      sampleRate: try integer("SAMPLE-RATE", bytes).map { Int(clamping: $0) },
      characteristics: try list("CHARACTERISTICS", bytes), channels: try quoted("CHANNELS", bytes))
    return try isIgnored ? nil : checked(rendition)
  }

  private mutating func readName(_ bytes: Span<UInt8>) throws(PlaylistError) -> String? {
    let name = try quoted("NAME", bytes)
    if name == nil { try missing("NAME") }
    return name
  }

  /// What the type asks for. Subtitles without URI cannot be had and are left out in lenient mode.
  private mutating func checked(_ rendition: Rendition) throws(PlaylistError) -> Rendition? {
    switch rendition.kind {
    case .subtitles where rendition.uri == nil:
      try missing("URI")
      return nil
    case .closedCaptions:
      if rendition.uri != nil {
        try tolerate(.captions, "of TYPE=CLOSED-CAPTIONS has a URI")
      }
      if rendition.instreamID == nil { try missing("INSTREAM-ID") }
      if rendition.instreamID?.hasPrefix("SERVICE") == true { requires(version: 7) }
    default:
      if rendition.instreamID != nil { requires(version: 13) }
    }
    return rendition
  }
}
