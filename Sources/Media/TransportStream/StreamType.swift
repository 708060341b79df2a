/// What an elementary stream of a program map is (ISO/IEC 13818-1, table 2-34; ETSI TS 101 154; Apple's types
/// of SAMPLE-AES in "MPEG-2 Stream Encryption Format for HTTP Live Streaming").
enum StreamType: Sendable, Hashable {
  case avc
  case hevc
  case mpeg2Video
  case aac
  case latm
  case ac3
  case ec3
  case mpegAudio
  case opus

  /// Nil for data, subtitles and what HLS does not have.
  init?(_ type: Int, descriptors: Descriptors) {
    switch type {
    case 0x01, 0x02: self = .mpeg2Video
    case 0x03, 0x04: self = .mpegAudio
    case 0x0f, 0xcf: self = .aac
    case 0x11: self = .latm
    case 0x1b, 0xdb: self = .avc
    case 0x24: self = .hevc
    case 0x81, 0xc1: self = .ac3
    case 0x87, 0x84, 0xc2: self = .ec3
    case 0x06: self.init(private: descriptors)
    default: return nil
    }
  }

  private init?(private descriptors: Descriptors) {
    if descriptors.tags.contains(0x6a) || descriptors.format == "AC-3" {
      self = .ac3
    } else if descriptors.tags.contains(0x7a) || descriptors.format == "EAC3" {
      self = .ec3
    } else if descriptors.format == "Opus" {
      self = .opus
    } else if descriptors.format == "HEVC" {
      self = .hevc
    } else {
      return nil
    }
  }

  var isVideo: Bool {
    switch self {
    case .avc, .hevc, .mpeg2Video: true
    default: false
    }
  }

  /// The codec as far as the map alone tells it.
  var codec: String {
    switch self {
    case .avc: "avc1"
    case .hevc: "hvc1"
    case .mpeg2Video: "mp4v.61"
    case .aac, .latm: "mp4a.40.2"
    case .ac3: "ac-3"
    case .ec3: "ec-3"
    case .mpegAudio: "mp4a.40.34"
    case .opus: "Opus"
    }
  }
}

/// The descriptors of one stream of a program map (2.6).
struct Descriptors: Sendable, Hashable {
  private(set) var tags: Set<Int> = []
  /// The registered format (2.6.8).
  private(set) var format: FourCC?
  /// ISO 639-2, as written; never "und".
  private(set) var language: String?
  /// Channels of Opus, by its DVB-like extension descriptor.
  private(set) var opusChannels: Int?

  init(_ range: Range<Int>, of bytes: Span<UInt8>) {
    var at = range.lowerBound
    while at <= range.upperBound - 2, let tag = bytes.u8(at), let length = bytes.u8(at + 1) {
      let data = at + 2
      guard data + length <= range.upperBound else { return }
      tags.insert(tag)
      if tag == 0x05, length >= 4 { format = bytes.u32(data).map { FourCC(value: $0) } }
      if tag == 0x0a, length >= 4 { readLanguage(bytes.copy(data..<data + 3)) }
      if tag == 0x7f, length >= 2, bytes.u8(data) == 0x80 { opusChannels = bytes.u8(data + 1) }
      at = data + length
    }
  }

  private mutating func readLanguage(_ letters: [UInt8]) {
    guard letters.allSatisfy({ $0.asciiLowered >= 0x61 && $0.asciiLowered <= 0x7a }) else { return }
    let text = String(decoding: letters, as: UTF8.self)
    if text != "und" { language = text }
  }
}
