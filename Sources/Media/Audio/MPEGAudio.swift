/// The header of a frame of MPEG-1, MPEG-2 or MPEG-2.5 audio (ISO/IEC 11172-3, 2.4.1.3; 13818-3, 2.4.2.3).
struct MPEGAudio: Sendable, Hashable {
  /// 1, 2 or 3.
  let layer: Int
  let sampleRate: Int
  let channels: Int
  /// Bytes of the frame, header included.
  let length: Int

  init?(_ header: UInt32) {
    guard header >> 21 == 0x7ff else { return nil }
    let version = Int(header >> 19 & 3)
    let layer = 4 - Int(header >> 17 & 3)
    let rateIndex = Int(header >> 12 & 0xf)
    let frequencyIndex = Int(header >> 10 & 3)
    guard version != 1, layer != 4, rateIndex > 0, rateIndex < 15, frequencyIndex < 3 else { return nil }
    let isFirst = version == 3
    let bitRate = Self.bitRates[isFirst ? layer - 1 : layer == 1 ? 3 : 4][rateIndex] * 1_000
    let shift = version == 3 ? 0 : version == 2 ? 1 : 2
    let sampleRate = [44_100, 48_000, 32_000][frequencyIndex] >> shift
    let padding = Int(header >> 9 & 1)
    self.layer = layer
    self.sampleRate = sampleRate
    self.channels = header >> 6 & 3 == 3 ? 1 : 2
    switch layer {
    case 1: self.length = (12 * bitRate / sampleRate + padding) * 4
    case 3 where !isFirst: self.length = 72 * bitRate / sampleRate + padding
    default: self.length = 144 * bitRate / sampleRate + padding
    }
  }

  /// kbit/s by index: version 1 layers I, II, III, then version 2 layer I, then layers II and III.
  private static let bitRates: [[Int]] = [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
}
