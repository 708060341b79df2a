import Playlist

/// What a rendition is for, beside its language: the word after the colon in `en:sdh`.
enum RenditionKind: Hashable {
  case any
  case main
  case sdh
  case forced
  case describesVideo
  case easyToRead
  case original
  case dub
  case voiceOver
  /// DEFAULT=YES.
  case standard
  /// AUTOSELECT=YES.
  case autoselect
  case stereo
  case multichannel
  case binaural
  case immersive
  case downmix
  /// One of the identifiers that CHARACTERISTICS holds, such as `public.easy-to-read`.
  case characteristic(String)

  /// Nil for a word that is no kind.
  init?(_ word: String) {
    if word.contains(".") {
      self = .characteristic(word)
      return
    }
    guard let kind = Self.words.first(where: { $0.word == word.lowercased() })?.kind else { return nil }
    self = kind
  }

  /// The words that a person may type, for hints.
  static let wordList =
    "main, sdh, forced, describes-video, easy-to-read, original, dub, voice-over, default, autoselect, stereo, "
    + "multichannel, binaural, immersive, downmix, any, or an identifier such as public.easy-to-read"

  private static let words: [(word: String, kind: RenditionKind)] = [
    ("any", .any), ("main", .main), ("sdh", .sdh), ("cc", .sdh), ("forced", .forced),
    ("describes-video", .describesVideo), ("described", .describesVideo), ("dvs", .describesVideo),
    ("ad", .describesVideo), ("easy-to-read", .easyToRead), ("easy", .easyToRead), ("original", .original),
    ("dub", .dub), ("dubbed", .dub), ("voice-over", .voiceOver), ("stereo", .stereo),
    ("multichannel", .multichannel), ("surround", .multichannel), ("binaural", .binaural),
    ("immersive", .immersive), ("downmix", .downmix), ("default", .standard), ("autoselect", .autoselect),
  ]

  /// Whether a form of the sound is asked for, which no preference takes away.
  var asksChannels: Bool {
    switch self {
    case .stereo, .multichannel, .binaural, .immersive, .downmix: true
    default: false
    }
  }

  /// Whether a rendition is of this kind.
  ///
  /// - Parameters:
  ///   - channels: of a rendition of sound, told or supposed.
  ///   - titleMarksOriginal: whether any rendition is marked as original, so that the others are dubs.
  func matches(_ rendition: Rendition, channels: Int, titleMarksOriginal: Bool) -> Bool {
    switch self {
    case .any: true
    case .main: rendition.isMain
    case .sdh: rendition.isSDH
    case .forced: rendition.forced
    case .describesVideo: rendition.describesVideo
    case .easyToRead: rendition.has("public.easy-to-read")
    case .original: rendition.isOriginal
    case .dub:
      rendition.has("public.translation.dubbed")
        || (titleMarksOriginal && !rendition.isOriginal && !rendition.has("public.translation.voice-over"))
    case .voiceOver: rendition.has("public.translation.voice-over")
    case .standard: rendition.isDefault
    case .autoselect: rendition.autoselect
    case .stereo: channels <= 2
    case .multichannel: channels > 2
    case .binaural: rendition.uses.contains("BINAURAL")
    case .immersive: rendition.uses.contains("IMMERSIVE")
    case .downmix: rendition.uses.contains("DOWNMIX")
    case .characteristic(let name): rendition.has(name)
    }
  }
}

extension Rendition {
  func has(_ characteristic: String) -> Bool {
    let wanted = characteristic.lowercased()
    return characteristics.contains { $0.lowercased() == wanted }
  }

  /// For the deaf and hard of hearing: either of the two marks, since many titles bear only one.
  var isSDH: Bool {
    has("public.accessibility.transcribes-spoken-dialog")
      || has("public.accessibility.describes-music-and-sound")
  }

  var describesVideo: Bool { has("public.accessibility.describes-video") }

  var isOriginal: Bool { has("public.original-content") }

  /// For everybody: neither forced nor marked for a need.
  var isMain: Bool {
    !forced && !isSDH && !describesVideo && !has("public.easy-to-read") && !has("public.auxiliary-content")
  }
}
