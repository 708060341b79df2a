import Playlist

/// One condition of a RULE, such as `height<=720`. What a variant does not declare meets no condition but
/// `!=` with a word.
struct VariantCondition: Hashable {
  enum Comparison: String, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case not = "!="
    case equal = "="
    case below = "<"
    case above = ">"
  }

  enum Key: String, CaseIterable {
    case height
    case width
    case size
    /// BANDWIDTH: the peak.
    case bandwidth
    /// AVERAGE-BANDWIDTH.
    case average
    case fps
    case score
    /// Of any sound of the AUDIO group.
    case channels
    /// Of any sound of the AUDIO group, in hertz.
    case sampleRate = "sample-rate"
    case codec
    case range
    case layout
    /// What a sound of the AUDIO group is made for (the third part of CHANNELS).
    case audio
    case id
    case pathway
    case name

    var isNumber: Bool {
      switch self {
      case .height, .width, .bandwidth, .average, .fps, .score, .channels, .sampleRate: true
      case .size, .codec, .range, .layout, .audio, .id, .pathway, .name: false
      }
    }

    /// A key by its own name or that of the attribute.
    init?(word: String) {
      let word = word.lowercased()
      guard let key = Self.attributes[word] ?? Self(rawValue: word) else { return nil }
      self = key
    }

    private static let attributes: [String: Key] = [
      "peak": .bandwidth, "average-bandwidth": .average, "resolution": .size, "frame-rate": .fps,
      "codecs": .codec, "video-range": .range, "req-video-layout": .layout, "stable-variant-id": .id,
      "pathway-id": .pathway,
    ]
  }

  enum Test: Hashable {
    case number(Key, Comparison, Double)
    case text(Key, isEqual: Bool, String)
    /// Both sides are compared: at least so wide and at least so high.
    case size(Comparison, Resolution)
    /// `1080p`: pictures that are called so.
    case named(height: Int)
  }

  let test: Test

  /// What the condition asks about; nil for `1080p`.
  var key: Key? {
    switch test {
    case .number(let key, _, _), .text(let key, _, _): key
    case .size: .size
    case .named: nil
    }
  }

  /// Whether the condition is about the sound alone, so that any picture may meet it.
  var asksOnlySound: Bool {
    switch test {
    case .number(let key, _, _): key == .channels || key == .sampleRate
    case .text(.audio, _, _): true
    case .text(.codec, let isEqual, let codec): isEqual && VariantTraits.isSoundCodec(codec.lowercased())
    case .text, .size, .named: false
    }
  }

  func matches(_ traits: VariantTraits) -> Bool {
    switch test {
    case .number(let key, let comparison, let value):
      Self.numbers(key, traits, asWhole: value == value.rounded())
        .contains { Self.compare($0, comparison, value) }
    case .text(let key, let isEqual, let value): Self.has(key, value, traits) == isEqual
    case .size(let comparison, let size):
      traits.variant.resolution.map { Self.compare($0, comparison, size) } ?? false
    case .named(let height): Self.isCalled(height, traits.variant.resolution)
    }
  }

  // MARK: - Meaning

  private static func compare(_ declared: Double, _ comparison: Comparison, _ value: Double) -> Bool {
    switch comparison {
    case .atMost: declared <= value
    case .atLeast: declared >= value
    case .not: declared != value
    case .equal: declared == value
    case .below: declared < value
    case .above: declared > value
    }
  }

  /// A picture is at most so large when neither side is longer, and smaller when besides they are not the same;
  /// of 1920x800 and 1280x1024 neither is the larger one.
  private static func compare(_ declared: Resolution, _ comparison: Comparison, _ size: Resolution) -> Bool {
    let fits = declared.width <= size.width && declared.height <= size.height
    let covers = declared.width >= size.width && declared.height >= size.height
    return switch comparison {
    case .atMost: fits
    case .atLeast: covers
    case .not: declared != size
    case .equal: declared == size
    case .below: fits && declared != size
    case .above: covers && declared != size
    }
  }

  /// What a variant declares; a frame rate asked for in whole numbers is meant so: 59.94 is 60.
  private static func numbers(_ key: Key, _ traits: VariantTraits, asWhole: Bool) -> [Double] {
    let variant = traits.variant
    switch key {
    case .height: return variant.resolution.map { [Double($0.height)] } ?? []
    case .width: return variant.resolution.map { [Double($0.width)] } ?? []
    case .bandwidth: return [Double(variant.bandwidth)]
    case .average: return variant.averageBandwidth.map { [Double($0)] } ?? []
    case .fps: return variant.frameRate.map { [asWhole ? $0.rounded() : $0] } ?? []
    case .score: return variant.score.map { [$0] } ?? []
    case .channels: return traits.sounds.channels.map(Double.init)
    case .sampleRate: return traits.sounds.sampleRates.map(Double.init)
    case .size, .codec, .range, .layout, .audio, .id, .pathway, .name: return []
    }
  }

  private static func has(_ key: Key, _ value: String, _ traits: VariantTraits) -> Bool {
    switch key {
    case .codec: traits.has(codec: value.lowercased())
    case .range: value == "HDR" ? !traits.isSDR : traits.range == value
    case .layout: traits.layouts.contains { $0.contains(value) }
    case .audio: traits.sounds.uses.contains(value)
    case .id: traits.variant.stableID == value
    case .pathway: (traits.variant.pathwayID ?? ".") == value
    case .name: traits.variant.name == value
    case .height, .width, .size, .bandwidth, .average, .fps, .score, .channels, .sampleRate: false
    }
  }

  /// Pictures called `1080p`: of that height, or cut from it (1920×800), or standing (1080×1920).
  private static func isCalled(_ height: Int, _ size: Resolution?) -> Bool {
    guard let size else { return false }
    if size.height == height { return true }
    if size.height > size.width { return size.width == height }
    // A width of nine digits is possible, its product with 9 or 16 fits.
    return size.height < height && abs(size.width * 9 - height * 16) <= 18
  }
}
