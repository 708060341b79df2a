/// Visual sample entries (ISO/IEC 14496-12, 12.1.3) with the configuration records of each codec.
enum VideoSampleEntry {
  private static let childrenStart = 78

  static func facts(
    _ type: FourCC, _ entry: Span<UInt8>, place: String
  ) throws(MediaError) -> TrackFacts {
    guard entry.count >= childrenStart, let width = entry.u16(24), let height = entry.u16(26) else {
      throw MediaError(place: place, reason: "has a sample entry '\(type)' that is cut")
    }
    let children = entry.extracting(childrenStart..<entry.count)
    let (format, encrypted) = try SampleEntry.format(type, children: children, place: place)
    var facts = TrackFacts(kind: .video, codec: format.trimmed, encrypted: encrypted)
    facts.width = width > 0 ? width : nil
    facts.height = height > 0 ? height : nil
    readCodec(format, children, into: &facts)
    readColour(children, into: &facts)
    return facts
  }

  /// Without a whole configuration record the codec stays the bare four characters: old ffmpegs write
  /// fragments with an empty 'av1C', and players play them.
  private static func readCodec(_ format: FourCC, _ children: Span<UInt8>, into facts: inout TrackFacts) {
    switch format {
    case "avc1", "avc2", "avc3", "avc4", "dva1", "dvav":
      with("avcC", children) { AVCConfiguration.read($0, format: format, into: &facts) }
    case "hvc1", "hev1", "dvh1", "dvhe":
      with("hvcC", children) { HEVCConfiguration.read($0, format: format, into: &facts) }
    case "av01", "dav1":
      with("av1C", children) { AV1Configuration.read($0, colour: colour(children), into: &facts) }
    case "vp08", "vp09", "vp10":
      with("vpcC", children) { VP9Configuration.read($0, format: format, into: &facts) }
    case "mp4v":
      with("esds", children) { bytes in
        guard let stream = ElementaryStream(bytes) else { return }
        facts.codec = "mp4v.\(hex(stream.objectType, digits: 2))"
      }
    default: return
    }
    readDolbyVision(format, children, into: &facts)
  }

  private static func with(_ type: FourCC, _ children: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    guard let box = Box.first(type, in: children), !box.isCut else { return }
    body(children.extracting(box.payload))
  }

  /// Profile and level of Dolby Vision (Dolby Vision Streams Within the ISO Base Media File Format, 3.2).
  private static func readDolbyVision(
    _ format: FourCC, _ children: Span<UInt8>, into facts: inout TrackFacts
  ) {
    for type: FourCC in ["dvcC", "dvvC", "dvwC"] {
      guard let box = Box.first(type, in: children), let word = children.u16(box.payload.lowerBound + 2),
        box.payload.count >= 5
      else { continue }
      let numbers = "\(decimal(word >> 9, digits: 2)).\(decimal(word >> 3 & 0x3f, digits: 2))"
      switch format {
      case "dvh1", "dvhe", "dva1", "dvav", "dav1": facts.codec = "\(format).\(numbers)"
      case "hvc1": facts.supplementalCodec = "dvh1.\(numbers)"
      case "hev1": facts.supplementalCodec = "dvhe.\(numbers)"
      case "avc1": facts.supplementalCodec = "dva1.\(numbers)"
      case "avc3": facts.supplementalCodec = "dvav.\(numbers)"
      default: facts.supplementalCodec = "dav1.\(numbers)"
      }
      return
    }
  }

  /// Colour by the numbers of ISO/IEC 23091-2: the 'nclx' form of 'colr' (12.1.5).
  private static func colour(_ children: Span<UInt8>) -> ColourDescription? {
    guard let box = Box.first("colr", in: children) else { return nil }
    let colr = children.extracting(box.payload)
    guard colr.holds("nclx") || colr.holds("nclc") else { return nil }
    guard let primaries = colr.u16(4), let transfer = colr.u16(6), let matrix = colr.u16(8) else {
      return nil
    }
    let isFullRange = (colr.u8(10) ?? 0) & 0x80 != 0 && colr.holds("nclx")
    return ColourDescription(
      primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
  }

  private static func readColour(_ children: Span<UInt8>, into facts: inout TrackFacts) {
    if let colour = colour(children), colour.transfer != 2 {
      facts.transferCharacteristics = colour.transfer
    }
  }
}

/// Colour by the numbers of ISO/IEC 23091-2.
struct ColourDescription: Sendable, Hashable {
  let primaries: Int
  let transfer: Int
  let matrix: Int
  let isFullRange: Bool
}
