/// The fixed header of an ADTS frame (ISO/IEC 13818-7, 6.2.1).
struct ADTS: Sendable, Hashable {
  /// The audio object type: 1 Main, 2 LC, 3 SSR, 4 LTP. SBR behind it cannot be told from here.
  let objectType: Int
  let sampleRate: Int
  /// Nil when a programme config element would tell.
  let channels: Int?

  init?(at start: Int, in bytes: Span<UInt8>) {
    guard let header = FrameHeader(at: start, in: bytes), header.container == .packedAAC,
      let word = bytes.u16(start + 2)
    else { return nil }
    objectType = (word >> 14) + 1
    sampleRate = AudioSpecificConfig.sampleRates[word >> 10 & 0xf]
    channels = AudioSpecificConfig.channels(word >> 6 & 7)
  }
}
