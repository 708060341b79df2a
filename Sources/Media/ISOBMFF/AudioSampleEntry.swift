/// Audio sample entries (ISO/IEC 14496-12, 12.2.3) with the configuration boxes of each codec.
enum AudioSampleEntry {
  static func facts(
    _ type: FourCC, _ entry: Span<UInt8>, place: String
  ) throws(MediaError) -> TrackFacts {
    guard let channels = entry.u16(16), let rate = entry.u32(24) else {
      throw MediaError(place: place, reason: "has a sample entry '\(type)' that is cut")
    }
    let children = entry.extracting(childrenStart(entry)..<entry.count)
    let (format, encrypted) = try SampleEntry.format(type, children: children, place: place)
    var facts = TrackFacts(kind: .audio, codec: format.trimmed, encrypted: encrypted)
    facts.channels = channels > 0 ? channels : nil
    facts.sampleRate = rate >> 16 > 0 ? Int(rate >> 16) : nil
    readCodec(format, children, into: &facts)
    return facts
  }

  /// Where the boxes begin: QuickTime's version 1 and 2 entries have more fields in front of them.
  private static func childrenStart(_ entry: Span<UInt8>) -> Int {
    let plain = 28
    guard let version = entry.u16(8), version == 1 || version == 2 else { return min(plain, entry.count) }
    if let box = Box(at: plain, in: entry), !box.isCut { return plain }
    return min(version == 1 ? plain + 16 : plain + 36, entry.count)
  }

  private static func readCodec(_ format: FourCC, _ children: Span<UInt8>, into facts: inout TrackFacts) {
    switch format {
    case "mp4a": readElementaryStream(children, into: &facts)
    case "ac-3": with("dac3", children) { readAC3($0, into: &facts) }
    case "ec-3": with("dec3", children) { readEC3($0, into: &facts) }
    case "ac-4": with("dac4", children) { AC4Configuration.read($0, into: &facts) }
    case "Opus": with("dOps", children) { readOpus($0, into: &facts) }
    case "fLaC": with("dfLa", children) { readFLAC($0, into: &facts) }
    case "alac": with("alac", children) { readALAC($0, into: &facts) }
    default: break
    }
  }

  private static func with(_ type: FourCC, _ children: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    guard let box = Box.first(type, in: children), !box.isCut else { return }
    body(children.extracting(box.payload))
  }

  /// 'esds', directly or inside QuickTime's 'wave'.
  private static func readElementaryStream(_ children: Span<UInt8>, into facts: inout TrackFacts) {
    let range = Box.descend("esds", in: children) ?? Box.descend("wave", "esds", in: children)
    guard let range, let stream = ElementaryStream(children.extracting(range)) else { return }
    facts.codec = "mp4a.\(hex(stream.objectType, digits: 2))"
    guard stream.objectType == 0x40, let config = AudioSpecificConfig(stream.specificInfo) else { return }
    config.apply(to: &facts)
  }

  /// AC3SpecificBox (ETSI TS 102 366, F.4).
  private static func readAC3(_ dac3: Span<UInt8>, into facts: inout TrackFacts) {
    guard let word = dac3.u24(0) else { return }
    let fscod = word >> 22
    if fscod < 3 { facts.sampleRate = AC3.sampleRates[fscod] }
    facts.channels = AC3.channels(acmod: word >> 11 & 7) + (word >> 10 & 1)
  }

  /// EC3SpecificBox (ETSI TS 102 366, F.6): the first independent substream and what its dependents add.
  private static func readEC3(_ dec3: Span<UInt8>, into facts: inout TrackFacts) {
    guard let word = dec3.u24(2) else { return }
    let fscod = word >> 22
    if fscod < 3 { facts.sampleRate = AC3.sampleRates[fscod] }
    var channels = AC3.channels(acmod: word >> 9 & 7) + (word >> 8 & 1)
    if word >> 1 & 0xf > 0, let low = dec3.u8(5) {
      let locations = (word & 1) << 8 | low
      // From bit 0 on: Lc/Rc, Lrs/Rrs, Cs, Ts, Lsd/Rsd, Lw/Rw, Lvh/Rvh, Cvh, LFE2.
      for (bit, size) in [2, 2, 1, 1, 2, 2, 2, 1, 1].enumerated() where locations >> bit & 1 == 1 {
        channels += size
      }
    }
    facts.channels = channels
  }

  /// OpusSpecificBox (Encapsulation of Opus in ISO BMFF, 4.3.2). Opus always decodes at 48 kHz.
  private static func readOpus(_ dOps: Span<UInt8>, into facts: inout TrackFacts) {
    if let channels = dOps.u8(1), channels > 0 { facts.channels = channels }
    facts.sampleRate = 48_000
  }

  /// The STREAMINFO block in FLACSpecificBox (Encapsulation of FLAC in ISO BMFF, 3.3.2; RFC 9639, 8.2).
  private static func readFLAC(_ dfLa: Span<UInt8>, into facts: inout TrackFacts) {
    guard let kind = dfLa.u8(4), kind & 0x7f == 0, let word = dfLa.u32(18) else { return }
    facts.sampleRate = Int(word >> 12)
    facts.channels = Int(word >> 9 & 7) + 1
    facts.bitDepth = Int(word >> 4 & 0x1f) + 1
  }

  /// Apple Lossless's magic cookie.
  private static func readALAC(_ alac: Span<UInt8>, into facts: inout TrackFacts) {
    guard let depth = alac.u8(9), let channels = alac.u8(13), let rate = alac.u32(24) else { return }
    facts.bitDepth = depth
    facts.channels = channels
    facts.sampleRate = Int(rate)
  }
}
