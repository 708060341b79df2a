import Playlist

/// How good a variant is for a person's wishes; compared from the first number on, more is better.
///
/// What decides between variants that a RULE matches, the first difference counts:
/// 1. a picture, before a line that does not say, before sound alone;
/// 2. a VIDEO-RANGE and REQ-VIDEO-LAYOUT that are defined;
/// 3. what an ordinary screen can show, before stereoscopic and spherical pictures, unless the RULE speaks of
///    the layout;
/// 4. SDR before HDR, or HDR first where that is preferred, unless the RULE speaks of the range;
/// 5. with a minimum: what meets it, of that the smallest picture and then the lowest BANDWIDTH, each only where
///    a minimum of it was given; of what does not meet it the largest and the highest;
/// 6. the higher SCORE, where every variant of the playlist has one;
/// 7. more pixels;
/// 8. the higher FRAME-RATE;
/// 9. lossy sound before lossless, or the other way round where that is preferred;
/// 10. sound in stereo, or of more channels where that is preferred;
/// 11. sound that every player decodes, before Dolby Digital alone, which many browsers lack;
/// 12. the higher BANDWIDTH;
/// 13. what stands first in the playlist.
///
/// For `worst` the lower counts in 6, 7, 8 and 12.
struct VariantRank: Comparable {
  private let figures: [Double]
  private let place: Int

  init(_ place: Int, in title: Title, under rule: VariantRule, _ wishes: Wishes) {
    let traits = title.traits[place]
    let variant = traits.variant
    let isOfRange = wishes.preferences.hdr == true ? !traits.isSDR : traits.isSDR
    let fitness = [
      Double(traits.video.rawValue), traits.isKnown ? 1 : 0, traits.isFlat || rule.asks(.layout) ? 1 : 0,
      isOfRange || rule.asks(.range) ? 1 : 0,
    ]
    let quality = [
      title.usesScore ? variant.score ?? 0 : 0, Double(traits.pixels), variant.frameRate ?? 0,
    ]
    let wantsLossless = wishes.preferences.lossless == true
    let wantsMultichannel = wishes.preferences.multichannel == true
    let sound: [Double] = [
      traits.sounds.isLossless == wantsLossless ? 1 : 0,
      (wantsMultichannel ? traits.sounds.isMultichannel : traits.sounds.isStereo) ? 1 : 0,
      traits.sounds.isDolbyAlone ? 0 : 1,
    ]
    let sign: Double = rule.amount == .worst ? -1 : 1
    figures =
      fitness + wishes.minimum.rank(traits) + quality.map { $0 * sign } + sound
      + [Double(variant.bandwidth) * sign]
    self.place = place
  }

  /// A variant of less worth comes before one of more.
  static func < (left: VariantRank, right: VariantRank) -> Bool {
    if left.figures == right.figures { return left.place > right.place }
    return left.figures.lexicographicallyPrecedes(right.figures)
  }
}
