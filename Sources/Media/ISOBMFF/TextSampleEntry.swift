/// Sample entries of subtitles and captions (ISO/IEC 14496-30; 14496-12, 12.6).
enum TextSampleEntry {
  static func facts(_ type: FourCC, _ entry: Span<UInt8>) -> TrackFacts {
    var facts = TrackFacts(kind: .text, codec: type.trimmed)
    if type == "enct" || type == "encs" {
      facts.encrypted = true
      let children = entry.extracting(min(8, entry.count)..<entry.count)
      if let frma = Box.descend("sinf", "frma", in: children), let value = children.u32(frma.lowerBound) {
        facts.codec = FourCC(value: value).trimmed
      }
    }
    if type == "stpp" { facts.codec = timedText(entry) }
    return facts
  }

  /// "stpp.ttml.im1t" where the entry tells its TTML profile, else "stpp" (ISO/IEC 14496-30, 5.3 and Annex B;
  /// W3C TTML Media Type Definition, 5.2).
  private static func timedText(_ entry: Span<UInt8>) -> String {
    let namespace = terminatedText(entry, from: 8)
    var at = 8 + namespace.utf8.count + 1
    let schema = terminatedText(entry, from: at)
    at += schema.utf8.count + 1
    at += terminatedText(entry, from: at).utf8.count + 1
    var mediaType = ""
    if at < entry.count, let mime = Box.first("mime", in: entry.extracting(at..<entry.count)) {
      mediaType = terminatedText(
        entry.extracting(at + mime.payload.lowerBound..<at + mime.payload.upperBound), from: 4)
    }
    if let name = parameter("codecs", of: mediaType) { return "stpp.ttml.\(name)" }
    for place in [namespace, schema, mediaType] {
      for (mark, name) in profiles where contains(place, mark) { return "stpp.ttml.\(name)" }
    }
    return "stpp"
  }

  private static let profiles = [
    ("imsc1.1/text", "im2t"), ("imsc1.1/image", "im2i"), ("imsc1/text", "im1t"), ("imsc1/image", "im1i"),
    ("urn:ebu:tt:distribution", "etd1"),
  ]

  private static func contains(_ text: String, _ mark: String) -> Bool {
    let bytes = Array(text.utf8)
    let wanted = Array(mark.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
  }

  /// A parameter of a media type, unquoted, made of letters, digits and marks only.
  private static func parameter(_ name: String, of mediaType: String) -> String? {
    for piece in mediaType.split(separator: ";").dropFirst() {
      let sides = piece.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].filter({ $0 != " " }) == name else { continue }
      let value = sides[1].filter { $0 != " " && $0 != "\"" }
      let isPlain = value.utf8.allSatisfy { $0.isDigit || $0.asciiLowered >= 0x61 && $0.asciiLowered <= 0x7a }
      return isPlain && !value.isEmpty ? value : nil
    }
    return nil
  }
}
