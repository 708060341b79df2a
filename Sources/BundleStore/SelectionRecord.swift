package import JSON

/// The words that chose what is packed, as they were typed; augment and update keep to them.
package struct SelectionRecord: Sendable, Hashable {
  package var video: [String]
  /// Nil when nothing was said; so are all that may be nil.
  package var audio: [String]?
  package var subtitles: [String]?
  package var angles: [String]?
  /// RULEs of variants packed beside the primary one.
  package var also: [String] = []
  package var minBitrate: String?
  package var minSize: String?
  package var prefersHDR: Bool?
  package var prefersLossless: Bool?
  package var prefersMultichannel: Bool?
  package var fallback = false
  /// Further configurations, as a recipe gave them.
  package var auxiliary: [SelectionRecord] = []
  package var optimizesAuxiliary: Bool?
  /// Whether session data were asked for.
  package var sessionData: Bool
  /// Whether I-frame and image playlists were asked for.
  package var trickPlay: Bool
  /// What becomes of content keys; nil: they are stored.
  package var keys: KeyHandling?

  package init(
    video: [String] = [], audio: [String]? = nil, subtitles: [String]? = nil, sessionData: Bool = false,
    trickPlay: Bool = false
  ) {
    self.video = video
    self.audio = audio
    self.subtitles = subtitles
    self.sessionData = sessionData
    self.trickPlay = trickPlay
  }

  package var json: JSONValue {
    var members = JSONMembers()
    if !video.isEmpty { members.set("video", video) }
    if !also.isEmpty { members.set("also", also) }
    members.set("audio", audio)
    members.set("subtitles", subtitles)
    members.set("angle", angles)
    members.set("minBitrate", minBitrate)
    members.set("minSize", minSize)
    if let prefersHDR { members.set("prefersHDR", prefersHDR) }
    if let prefersLossless { members.set("prefersLossless", prefersLossless) }
    if let prefersMultichannel { members.set("prefersMultichannel", prefersMultichannel) }
    if fallback { members.set("fallback", true) }
    if !auxiliary.isEmpty { members.set("auxiliary", .array(auxiliary.map(\.json))) }
    if let optimizesAuxiliary { members.set("optimizesAuxiliary", optimizesAuxiliary) }
    if sessionData { members.set("sessionData", true) }
    if trickPlay { members.set("trickPlay", true) }
    members.set("keys", keys?.rawValue)
    return members.value
  }

  init(_ fields: JSONFields) throws(BundleError) {
    try self.init(whole: fields)
    also = try fields.optionalTexts("also") ?? []
    auxiliary = try fields.objects("auxiliary", limit: 1_000) { (fields) throws(BundleError) in
      try SelectionRecord(whole: fields)
    }
    optimizesAuxiliary = try fields.optionalFlag("optimizesAuxiliary")
    if try fields.optionalText("keys") != nil { keys = try fields.word("keys", KeyHandling.self) }
  }

  /// What one configuration says.
  private init(whole fields: JSONFields) throws(BundleError) {
    self.init(
      video: try fields.optionalTexts("video") ?? [], audio: try fields.optionalTexts("audio"),
      subtitles: try fields.optionalTexts("subtitles"),
      sessionData: try fields.optionalFlag("sessionData") ?? false,
      trickPlay: try fields.optionalFlag("trickPlay") ?? false)
    angles = try fields.optionalTexts("angle")
    minBitrate = try fields.optionalText("minBitrate")
    minSize = try fields.optionalText("minSize")
    prefersHDR = try fields.optionalFlag("prefersHDR")
    prefersLossless = try fields.optionalFlag("prefersLossless")
    prefersMultichannel = try fields.optionalFlag("prefersMultichannel")
    fallback = try fields.optionalFlag("fallback") ?? false
  }
}
