/// A configuration whose words have been understood.
struct Wishes {
  let rules: [VariantRule]
  let minimum: VariantMinimum
  let preferences: Preferences
  let audio: [RenditionRule]?
  let subtitles: [RenditionRule]?
  let angles: [RenditionRule]?
  let fallback: Bool

  /// What goes first of what is otherwise equal; nil where nothing was said.
  struct Preferences: Hashable {
    var hdr: Bool?
    var lossless: Bool?
    var multichannel: Bool?
  }

  /// - Throws: `usage` for a word that means nothing, and for words that contradict each other.
  init(_ configuration: ContentConfiguration) throws(SelectionError) {
    var rules: [VariantRule] = []
    for text in configuration.video { rules.append(try VariantRule(parsing: text)) }
    self.rules = rules
    minimum = try VariantMinimum(bitrate: configuration.minBitrate, size: configuration.minSize)
    preferences = Preferences(
      hdr: configuration.prefersHDR, lossless: configuration.prefersLossless,
      multichannel: configuration.prefersMultichannel)
    audio = try configuration.audio.map(RenditionRule.list)
    subtitles = try configuration.subtitles.map(RenditionRule.list)
    angles = try configuration.angles.map(RenditionRule.list)
    fallback = configuration.fallback
    guard let text = minimum.text, let rule = rules.first(where: { $0.amount != .best }) else { return }
    throw SelectionError(
      .usage, "'\(rule.text)' and a minimum of \(text) contradict each other",
      hint: "a minimum takes the lowest of what the rule leaves that is at least so high")
  }

  /// Whether anything was said of the variant.
  var asksVideo: Bool { !rules.isEmpty || minimum.text != nil }

  /// Whether the picture that was chosen for others will do: nothing was said of it but which sound goes with it,
  /// or what was said there too.
  func asksNothingOfVideo(beside primary: Wishes) -> Bool {
    minimum.text == nil && rules.allSatisfy(\.asksOnlySound)
      && (preferences.hdr == nil || preferences.hdr == primary.preferences.hdr)
  }
}
