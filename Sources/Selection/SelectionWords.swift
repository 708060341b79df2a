/// What a person typed to choose from a title. The same words mean the same in every command.
package struct SelectionWords: Sendable, Hashable {
  /// What offline playback is made for.
  package var primary: ContentConfiguration
  /// RULEs whose variants are packed beside the chosen one: each is an auxiliary configuration with the audio,
  /// subtitles, angles and preferences of the primary one, but not its minima.
  package var also: [String]
  /// Further configurations, each chosen with its own rules.
  package var auxiliary: [ContentConfiguration]
  /// Whether an auxiliary configuration that asks nothing of the picture takes the primary one's where the
  /// sound it asks for can be had with it, so that no second picture is packed when only the sound differs;
  /// nil: nothing was said, which means true.
  package var optimizesAuxiliary: Bool?

  /// Lists are split at commas; of a list that was given several times all words count together.
  package init(
    video: [String] = [], also: [String] = [], audio: [String]? = nil, subtitles: [String]? = nil,
    angles: [String]? = nil, fallback: Bool = false, minBitrate: String? = nil, minSize: String? = nil,
    prefersHDR: Bool? = nil, prefersLossless: Bool? = nil, prefersMultichannel: Bool? = nil,
    auxiliary: [ContentConfiguration] = [], optimizesAuxiliary: Bool? = nil
  ) {
    primary = ContentConfiguration(
      video: video, minBitrate: minBitrate, minSize: minSize, prefersHDR: prefersHDR,
      prefersLossless: prefersLossless, prefersMultichannel: prefersMultichannel, audio: audio,
      subtitles: subtitles, angles: angles, fallback: fallback)
    self.also = also
    self.auxiliary = auxiliary
    self.optimizesAuxiliary = optimizesAuxiliary
  }

  /// Whether anything was asked for at all.
  package var isEmpty: Bool { primary.isEmpty && also.isEmpty && auxiliary.isEmpty }

  /// Checks that every word means something, before there is a title to choose from.
  ///
  /// - Throws: `usage`.
  package func check() throws(SelectionError) {
    let wishes = try Wishes(primary)
    let auxiliary = try auxiliaryWishes()
    guard wishes.rules.first?.amount == VariantRule.Amount.none,
      let first = auxiliary.first(where: \.wishes.asksVideo)
    else { return }
    throw first.besideSoundAlone
  }

  /// An auxiliary configuration and how messages call it.
  struct Auxiliary {
    let wishes: Wishes
    let label: String
    /// The RULE of `also`; nil for one that was given whole.
    let rule: String?

    var besideSoundAlone: SelectionError {
      SelectionError(
        .usage, "\(label): a variant beside 'none' of the video",
        hint: "choose the variant with a RULE for the primary configuration")
    }
  }

  /// Those of `also` first.
  func auxiliaryWishes() throws(SelectionError) -> [Auxiliary] {
    let limit = 1_000
    guard also.count + auxiliary.count <= limit else {
      throw SelectionError(.usage, "more than \(limit) auxiliary configurations")
    }
    var all: [Auxiliary] = []
    for rule in also {
      var configuration = primary
      configuration.video = [rule]
      configuration.minBitrate = nil
      configuration.minSize = nil
      configuration.fallback = false
      all.append(try Self.auxiliary(configuration, "'\(rule)' beside the primary variant", rule: rule))
    }
    for (position, configuration) in auxiliary.enumerated() {
      all.append(try Self.auxiliary(configuration, "auxiliary configuration \(position + 1)", rule: nil))
    }
    return all
  }

  private static func auxiliary(
    _ configuration: ContentConfiguration, _ label: String, rule: String?
  ) throws(SelectionError) -> Auxiliary {
    let wishes: Wishes
    do throws(SelectionError) {
      wishes = try Wishes(configuration)
    } catch {
      // A RULE is named by the message itself.
      throw rule == nil ? error.within(label) : error
    }
    guard !wishes.rules.contains(where: { $0.amount == .none }) else {
      throw SelectionError(
        .usage, "\(label): 'none' of the video is for the primary variant only",
        hint: "without a word on the video the primary one is used")
    }
    return Auxiliary(wishes: wishes, label: label, rule: rule)
  }
}

// MARK: - The primary configuration, by its parts

extension SelectionWords {
  /// RULEs of the primary configuration.
  package var video: [String] {
    get { primary.video }
    set { primary.video = newValue }
  }

  package var minBitrate: String? {
    get { primary.minBitrate }
    set { primary.minBitrate = newValue }
  }

  package var minSize: String? {
    get { primary.minSize }
    set { primary.minSize = newValue }
  }

  package var prefersHDR: Bool? {
    get { primary.prefersHDR }
    set { primary.prefersHDR = newValue }
  }

  package var prefersLossless: Bool? {
    get { primary.prefersLossless }
    set { primary.prefersLossless = newValue }
  }

  package var prefersMultichannel: Bool? {
    get { primary.prefersMultichannel }
    set { primary.prefersMultichannel = newValue }
  }

  package var audio: [String]? {
    get { primary.audio }
    set { primary.audio = newValue }
  }

  package var subtitles: [String]? {
    get { primary.subtitles }
    set { primary.subtitles = newValue }
  }

  package var angles: [String]? {
    get { primary.angles }
    set { primary.angles = newValue }
  }

  package var fallback: Bool {
    get { primary.fallback }
    set { primary.fallback = newValue }
  }
}
