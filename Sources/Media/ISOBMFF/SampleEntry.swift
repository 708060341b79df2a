/// Sample entries of 'stsd' (ISO/IEC 14496-12, 8.5.2 and 12).
enum SampleEntry {
  /// The facts of the first entry of an 'stsd' payload; all entries of a track share their kind.
  static func facts(
    _ stsd: Span<UInt8>, handler: FourCC, place: String
  ) throws(MediaError) -> TrackFacts {
    guard stsd.count >= 8 else { throw MediaError(place: place, reason: "has a 'stsd' box that is cut") }
    let list = stsd.extracting(8..<stsd.count)
    guard let entry = Box(at: 0, in: list), !entry.isCut else {
      throw MediaError(place: place, reason: "has no whole sample entry")
    }
    let payload = list.extracting(entry.payload)
    switch kind(handler: handler, type: entry.type) {
    case .video: return try VideoSampleEntry.facts(entry.type, payload, place: place)
    case .audio: return try AudioSampleEntry.facts(entry.type, payload, place: place)
    case .text: return TextSampleEntry.facts(entry.type, payload)
    case .other: return TrackFacts(kind: .other, codec: entry.type.trimmed)
    }
  }

  private static func kind(handler: FourCC, type: FourCC) -> TrackKind {
    switch handler {
    case "vide", "auxv", "pict": return .video
    case "soun": return .audio
    case "text", "sbtl", "subt", "clcp": return .text
    default: break
    }
    switch type {
    case "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "av01", "vp09", "encv": return .video
    case "mp4a", "ac-3", "ec-3", "ac-4", "Opus", "fLaC", "enca": return .audio
    case "wvtt", "stpp", "tx3g", "c608", "enct": return .text
    default: return .other
    }
  }

  /// The format behind protection: 'frma' in 'sinf' (8.12.2); `type` itself when the entry is not protected.
  static func format(
    _ type: FourCC, children: Span<UInt8>, place: String
  ) throws(MediaError) -> (format: FourCC, encrypted: Bool) {
    guard ["encv", "enca", "enct", "encs"].contains(type) else { return (type, false) }
    guard let frma = Box.descend("sinf", "frma", in: children), let value = children.u32(frma.lowerBound),
      frma.count >= 4
    else { throw MediaError(place: place, reason: "is protected and has no 'frma' box") }
    return (FourCC(value: value), true)
  }
}

extension FourCC {
  /// The characters without blanks at the end.
  var trimmed: String {
    var bytes = Array(description.utf8)
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
