import Playlist

/// The sounds that go with a variant: what the renditions of an AUDIO group and the variants that name it tell.
struct SoundGroup {
  /// As far as told, one a rendition.
  var channels: [Int] = []
  /// In hertz, as far as told.
  var sampleRates: [Int] = []
  /// BINAURAL, IMMERSIVE, DOWNMIX of any of them.
  var uses: Set<String> = []
  var isLossless = false
  var isDolbyAlone = true
  /// Whether any of them has at most two channels, told or supposed.
  var isStereo = false
  /// Whether any of them has more than two channels, told or supposed.
  var isMultichannel = false
  /// The highest of the variants.
  var bandwidth: Int64 = 0

  mutating func add(_ traits: VariantTraits) {
    isLossless = isLossless || traits.isLossless
    let isDolby = (traits.has(codec: "ac3") || traits.has(codec: "eac3")) && !traits.has(codec: "aac")
    isDolbyAlone = isDolbyAlone && isDolby
    bandwidth = max(bandwidth, traits.variant.bandwidth)
  }

  /// After the variants, since they tell how many channels are supposed.
  mutating func add(_ rendition: Rendition) {
    if let count = rendition.channelCount { channels.append(count) }
    if let rate = rendition.sampleRate { sampleRates.append(rate) }
    uses.formUnion(rendition.uses)
    let count = count(of: rendition)
    isStereo = isStereo || count <= 2
    isMultichannel = isMultichannel || count > 2
  }

  /// Channels as told; where they are not, six for groups of Dolby Digital alone, else two.
  func count(of rendition: Rendition) -> Int { rendition.channelCount ?? (isDolbyAlone ? 6 : 2) }
}

extension Rendition {
  /// What the sound is made for: the third part of CHANNELS, in upper case (RFC 8216bis, 4.4.6.1).
  var uses: [String] { channelsPart(2) }

  /// How objects are coded, such as JOC: the second part of CHANNELS, in upper case; `-` for none.
  var objectCodings: [String] { channelsPart(1) }

  private func channelsPart(_ index: Int) -> [String] {
    let parts = (channels ?? "").split(separator: "/", omittingEmptySubsequences: false)
    guard index < parts.count else { return [] }
    return parts[index].split(separator: ",").map { SelectionWords.trimmed(String($0)).uppercased() }
  }
}
