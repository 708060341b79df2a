extension TagContext {
  /// EXT-X-SESSION-DATA (4.4.6.4); nil when the tag is to be ignored.
  mutating func readSessionData(_ bytes: Span<UInt8>) throws(PlaylistError) -> SessionData? {
    guard try readAttributes(bytes) else { return nil }
    guard let dataID = try quoted("DATA-ID", bytes) else {
      try missing("DATA-ID")
      return nil
    }
    let value = try quoted("VALUE", bytes, mayBeEmpty: true)
    let uri = try quoted("URI", bytes)
    if (value == nil) == (uri == nil) {
      try tolerate(.sessionData, "needs exactly one of VALUE and URI")
    }
    let format = try enumerated("FORMAT", bytes)
    if let format, SessionData.Format(rawValue: format) == nil { ignore(unknownValueOf: "FORMAT") }
    let language = try quoted("LANGUAGE", bytes)
    guard !isIgnored else { return nil }
    return SessionData(
      line: line, dataID: dataID, value: value, uri: uri,
      format: format.flatMap(SessionData.Format.init) ?? .json, language: language)
  }

  /// EXT-X-CONTENT-STEERING (4.4.6.6); nil when the tag is to be ignored.
  mutating func readContentSteering(_ bytes: Span<UInt8>) throws(PlaylistError) -> ContentSteering? {
    guard try readAttributes(bytes) else { return nil }
    guard let server = try quoted("SERVER-URI", bytes) else {
      try missing("SERVER-URI")
      return nil
    }
    let pathway = try quoted("PATHWAY-ID", bytes)
    return isIgnored ? nil : ContentSteering(line: line, serverURI: server, pathwayID: pathway)
  }
}
