import Playlist

/// What a variant is, as far as its line and its groups tell.
struct VariantTraits {
  enum Video: Int {
    case absent
    /// The line says nothing about it.
    case unknown
    case present
  }

  let variant: Variant
  let video: Video
  /// VIDEO-RANGE in upper case; SDR where nothing is said (RFC 8216bis, 4.4.6.2).
  let range: String
  /// The specifiers of REQ-VIDEO-LAYOUT with the silent ones written out, by entry.
  let layouts: [[String]]
  /// The sounds of its AUDIO group; of a variant without one what its codecs tell.
  let sounds: SoundGroup

  init(_ variant: Variant, sounds: SoundGroup) {
    self.variant = variant
    self.sounds = sounds
    video = Self.video(of: variant)
    range = Self.range(of: variant)
    layouts = Self.layouts(of: variant.videoLayout)
  }

  var isSDR: Bool { range == "SDR" }

  /// Whether a player can know what to do with it: a range and layouts that are defined.
  var isKnown: Bool {
    ["SDR", "HLG", "PQ"].contains(range)
      && layouts.allSatisfy { $0.allSatisfy { Self.specifiers.contains($0) } }
  }

  /// Whether it can be shown on an ordinary screen.
  var isFlat: Bool { layouts.contains { $0.contains("CH-MONO") && $0.contains("PROJ-RECT") } }

  var pixels: Int {
    guard let size = variant.resolution else { return 0 }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    return overflow ? .max : pixels
  }

  /// What the group of a variant that names none is: the sound inside its own media.
  static func ownSound(of variant: Variant) -> SoundGroup {
    var group = SoundGroup()
    group.add(VariantTraits(variant, sounds: group))
    group.isMultichannel = group.isDolbyAlone
    group.isStereo = !group.isDolbyAlone
    return group
  }

  /// Whether this names a codec or family of sound alone; `codec` is lower case.
  static func isSoundCodec(_ codec: String) -> Bool {
    (families[codec] ?? [codec]).allSatisfy { soundEntries.contains(String($0.prefix { $0 != "." })) }
  }

  /// Whether a codec of lossless sound is declared.
  var isLossless: Bool { Self.losslessEntries.contains(where: has) }

  /// Whether a codec of this sample entry or family is declared; `codec` is lower case.
  func has(codec: String) -> Bool {
    let entries = Self.families[codec] ?? [codec]
    let declared =
      variant.codecs + (variant.supplementalCodecs.map { $0.split(separator: ",").map(String.init) } ?? [])
    return declared.contains { name in
      let name = SelectionWords.trimmed(name).lowercased()
      return entries.contains { name == $0 || name.hasPrefix($0 + ".") || name.hasPrefix($0 + "/") }
    }
  }

  static let specifiers: Set<String> = [
    "CH-STEREO", "CH-MONO", "PROJ-RECT", "PROJ-EQUI", "PROJ-HEQU", "PROJ-PRIM", "PROJ-AIV",
  ]

  private static let families: [String: [String]] = [
    "h264": ["avc1", "avc3"], "avc": ["avc1", "avc3"], "h265": ["hvc1", "hev1"], "hevc": ["hvc1", "hev1"],
    "av1": ["av01"], "vp9": ["vp09"], "vvc": ["vvc1", "vvi1"], "aac": ["mp4a"], "ac3": ["ac-3"],
    "eac3": ["ec-3"],
    "dolby-vision": ["dvh1", "dvhe", "dav1"], "dv": ["dvh1", "dvhe", "dav1"],
  ]

  private static let losslessEntries = ["flac", "alac", "mlpa", "dtsl", "ipcm", "fpcm", "lpcm"]

  private static let soundEntries: Set<String> = [
    "mp4a", "ac-3", "ec-3", "ac-4", "opus", "dtsc", "dtse", "dtsh", "dtsx", "mhm1", "mhm2", "iamf", "mp3",
    "usac", "flac", "alac", "mlpa", "dtsl", "ipcm", "fpcm", "lpcm",
  ]

  private static let videoEntries: Set<String> = [
    "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dav1", "dva1", "dvav", "av01", "vp08", "vp09", "vp8",
    "vp9", "vvc1",
    "vvi1", "mp4v", "mjpg", "jpeg", "mp2v", "apv1",
  ]

  private static func video(of variant: Variant) -> Video {
    if variant.resolution != nil || variant.frameRate != nil || variant.videoRange != nil { return .present }
    if variant.codecs.isEmpty { return .unknown }
    return variant.codecs.contains { videoEntries.contains(sampleEntry($0)) } ? .present : .absent
  }

  private static func sampleEntry(_ codec: String) -> String {
    String(SelectionWords.trimmed(codec).lowercased().prefix { $0 != "." })
  }

  private static func range(of variant: Variant) -> String {
    if let range = variant.videoRange { return range.uppercased() }
    // Dolby Vision without another codec beneath it is never SDR.
    return variant.codecs.contains { ["dvh1", "dvhe", "dav1"].contains(sampleEntry($0)) } ? "PQ" : "SDR"
  }

  private static func layouts(of text: String?) -> [[String]] {
    (text ?? "").split(separator: ",", omittingEmptySubsequences: false).map { entry in
      var specifiers = entry.split(separator: "/").map { SelectionWords.trimmed(String($0)).uppercased() }
      specifiers.removeAll { $0.isEmpty }
      if !specifiers.contains(where: { $0.hasPrefix("CH-") }) { specifiers.append("CH-MONO") }
      if !specifiers.contains(where: { $0.hasPrefix("PROJ-") }) { specifiers.append("PROJ-RECT") }
      return specifiers
    }
  }
}
