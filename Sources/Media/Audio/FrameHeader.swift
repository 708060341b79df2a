/// The header of one frame of packed audio: what it is, and how many bytes until the next one.
struct FrameHeader: Sendable, Hashable {
  let container: Container
  /// Bytes of the whole frame, header included; at least 7.
  let length: Int

  /// How many bytes a header is told from.
  static let headerLength = 6

  /// Reads the header at the start of six bytes, given as the low 48 bits of `header`.
  init?(_ header: UInt64) {
    let sync = Int(header >> 32 & 0xffff)
    if sync & 0xfff6 == 0xfff0 {
      self.init(adts: header)
    } else if sync == 0x0b77 {
      self.init(ac3: header)
    } else if sync & 0xffe0 == 0xffe0 {
      self.init(mpeg: header)
    } else {
      return nil
    }
  }

  init?(at start: Int, in bytes: Span<UInt8>) {
    guard let high = bytes.u16(start), let low = bytes.u32(start + 2) else { return nil }
    self.init(UInt64(high) << 32 | UInt64(low))
  }

  /// ADTS (ISO/IEC 13818-7, 6.2): a 13-bit frame length from bit 30 on.
  private init?(adts header: UInt64) {
    let rateIndex = Int(header >> 26 & 0xf)
    let length = Int(header >> 5 & 0x1fff)
    guard rateIndex < 13, length > 7 else { return nil }
    self.container = .packedAAC
    self.length = length
  }

  /// AC-3 and E-AC-3 (ETSI TS 102 366, 4.4.1 and E.1.3.1): which one is told by bsid.
  private init?(ac3 header: UInt64) {
    let bsid = Int(header >> 3 & 0x1f)
    if bsid > 10 {
      guard bsid <= 16 else { return nil }
      self.container = .packedEC3
      self.length = (Int(header >> 16 & 0x7ff) + 1) * 2
    } else {
      guard let length = AC3.frameLength(fscod: Int(header >> 14 & 3), frmsizecod: Int(header >> 8 & 0x3f))
      else { return nil }
      self.container = .packedAC3
      self.length = length
    }
    if length < 7 { return nil }
  }

  /// MPEG audio, layers I to III (ISO/IEC 11172-3, 2.4.1.3).
  private init?(mpeg header: UInt64) {
    guard let frame = MPEGAudio(UInt32(truncatingIfNeeded: header >> 16)) else { return nil }
    self.container = .packedMP3
    self.length = frame.length
  }

  /// The kind of audio whose frames begin at `start`: two frames in a row must agree, unless the body has
  /// one.
  static func container(at start: Int, in bytes: Span<UInt8>, isWhole: Bool) -> Container? {
    guard let first = FrameHeader(at: start, in: bytes) else { return nil }
    let next = start + first.length
    if let second = FrameHeader(at: next, in: bytes) {
      return second.container == first.container ? first.container : nil
    }
    // A frame that is all there is, or one longer than what can be seen.
    let endsHere = isWhole && next == bytes.count
    return endsHere || (next > bytes.count - headerLength && start > 0) ? first.container : nil
  }
}
