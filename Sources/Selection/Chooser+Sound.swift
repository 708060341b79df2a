import Playlist

// Which of several forms of one sound are taken.
extension Chooser {
  /// For each stream the default sound in stereo, and in the best multichannel form where there is one.
  func standardSounds(_ streams: [Stream]) -> Reasons {
    var reasons: Reasons = [:]
    for pool in pools(.audio, of: streams) {
      guard let standard = standardSound(pool) else { continue }
      let forms = forms(of: standard, in: pool)
      let stereo = best(forms.filter { title.channels(of: $0) <= 2 })
      let multichannel = best(forms.filter { title.channels(of: $0) > 2 })
      if let stereo { reasons[stereo] = "default audio" }
      if let multichannel, stereo == nil || wishes.preferences.multichannel != false {
        reasons[multichannel] = stereo == nil ? "default audio" : "default audio, best multichannel"
      }
    }
    return reasons
  }

  private func standardSound(_ pool: [Int]) -> Int? {
    pool.first { rendition($0).isDefault }
      ?? pool.first { rendition($0).autoselect && !rendition($0).describesVideo }
      ?? pool.first { !rendition($0).describesVideo } ?? pool.first
  }

  /// The same sound in other groups: the same language and purpose, and the same name or also the default.
  private func forms(of standard: Int, in pool: [Int]) -> [Int] {
    let model = rendition(standard)
    return pool.filter { place in
      let other = rendition(place)
      return title.languages[place] == title.languages[standard]
        && Set(other.characteristics) == Set(model.characteristics)
        && (other.name == model.name || other.isDefault && other.groupID != model.groupID)
    }
  }

  /// The lossy one before the lossless, or the other way round where that is preferred; then one that is not
  /// made for headphones or mixed down; then more channels, then objects or immersive sound; of stereo one that every
  /// player decodes, before Dolby Digital; then the group with more bandwidth; of equals the one that is listed first.
  private func best(_ places: [Int]) -> Int? {
    var best: (place: Int, rank: [Double])?
    let wantsLossless = wishes.preferences.lossless == true
    for place in places {
      let rendition = rendition(place)
      let uses = rendition.uses
      let group = title.soundGroup(of: rendition)
      let hasObjects = rendition.objectCodings.contains("JOC") || uses.contains("IMMERSIVE")
      let rank: [Double] = [
        title.isLossless(place) == wantsLossless ? 1 : 0,
        uses.contains("BINAURAL") || uses.contains("DOWNMIX") ? 0 : 1, Double(title.channels(of: place)),
        hasObjects ? 1 : 0, title.channels(of: place) <= 2 && group?.isDolbyAlone == true ? 0 : 1,
        Double(group?.bandwidth ?? 0),
      ]
      if best.map({ $0.rank.lexicographicallyPrecedes(rank) }) ?? true { best = (place, rank) }
    }
    return best?.place
  }

  // MARK: - Less than a list takes

  /// What two forms of one sound share.
  private struct Sound: Hashable {
    let language: LanguageTag
    let name: String
    let characteristics: Set<String>
    let isMultichannel: Bool?
  }

  /// Without the sounds of more than two channels, and without the lossless ones, where that was said, as far as
  /// the same sound is among them in stereo, or as a lossy one.
  func thinned(_ places: [Int], _ rule: RenditionRule, _ kind: MediaKind) -> [Int] {
    guard kind == .audio else { return places }
    var kept = places
    if wishes.preferences.multichannel == false, rule.kind?.asksChannels != true {
      kept = without(kept, sameChannels: false) { title.channels(of: $0) > 2 }
    }
    if wishes.preferences.lossless == false { kept = without(kept, sameChannels: true, title.isLossless) }
    return kept
  }

  /// Without those for which this is true, where there is the same sound for which it is not.
  private func without(_ places: [Int], sameChannels: Bool, _ isUnwanted: (Int) -> Bool) -> [Int] {
    func sound(_ place: Int) -> Sound {
      let rendition = rendition(place)
      return Sound(
        language: title.languages[place], name: rendition.name,
        characteristics: Set(rendition.characteristics),
        isMultichannel: sameChannels ? title.channels(of: place) > 2 : nil)
    }
    let wanted = Set(places.filter { !isUnwanted($0) }.map(sound))
    return places.filter { !isUnwanted($0) || !wanted.contains(sound($0)) }
  }
}
