import BundleStore
import Selection

extension SelectionRecord {
  /// What was typed or came from a recipe.
  init(_ words: SelectionWords, _ extras: Extras, keys: KeyHandling) {
    self.init(words.primary)
    also = words.also
    auxiliary = words.auxiliary.map { SelectionRecord($0) }
    optimizesAuxiliary = words.optimizesAuxiliary
    sessionData = extras.sessionData
    trickPlay = extras.trickPlay
    self.keys = keys == .store ? nil : keys
  }

  private init(_ configuration: ContentConfiguration) {
    self.init(
      video: configuration.video, audio: configuration.audio, subtitles: configuration.subtitles)
    angles = configuration.angles
    minBitrate = configuration.minBitrate
    minSize = configuration.minSize
    prefersHDR = configuration.prefersHDR
    prefersLossless = configuration.prefersLossless
    prefersMultichannel = configuration.prefersMultichannel
    fallback = configuration.fallback
  }
}
