/// Codecs that one decoder plays, whatever their profile, and however their sample entry is called: what is
/// compared when a CODECS attribute is cut down to the media that are kept.
package struct CodecFamily: Sendable, Hashable, CustomStringConvertible {
  /// A name of our own, such as "avc" or "aac"; for codecs not known here, the first part of their string.
  package let name: String
  package let kind: TrackKind

  /// The family of an entry of CODECS (RFC 6381, 3.3), blanks around it and case being of no matter.
  ///
  /// avc1 is avc3. hvc1 is hev1, and so are dvh1 and dvhe, which are H.265 with an enhancement. All of AAC is
  /// one family, since headers of ADTS do not tell HE-AAC from AAC-LC; USAC is another. MP3 is mp4a.40.34,
  /// mp4a.69 and mp4a.6B; AC-3 is mp4a.A5 too, E-AC-3 is mp4a.A6 too.
  package init(_ codec: String) {
    let parts = Self.lowered(codec).split(separator: ".")
    let first = parts.first.map { String($0) } ?? ""
    if first == "mp4a" {
      self.init(name: Self.soundName(parts.dropFirst().map { String($0) }), kind: .audio)
    } else if let known = Self.names[first] {
      self.init(name: known.name, kind: known.kind)
    } else {
      self.init(name: first, kind: .other)
    }
  }

  package init(of track: TrackFacts) {
    let family = CodecFamily(track.codec)
    self.init(name: family.name, kind: family.kind == .other ? track.kind : family.kind)
  }

  private init(name: String, kind: TrackKind) {
    self.name = name
    self.kind = kind
  }

  package var description: String { name }

  /// The entries of a CODECS attribute that fit what is kept.
  ///
  /// `declared` entries stay, as written and in order, where a kept track is of their family; the exact codec
  /// of a kept track that no entry covers is added. Text tracks that are not declared are not added, since
  /// WebVTT as such has no entry. Entries of the kinds in `unseen` stay too: media of that kind are kept that
  /// nobody could look into. Without any track known, `declared` stays as it is.
  package static func filtered(
    _ declared: [String], keeping tracks: [TrackFacts], unseen: Set<TrackKind> = []
  ) -> [String] {
    let media = tracks.filter { $0.kind != .other && !$0.codec.isEmpty }
    guard !media.isEmpty else { return declared }
    let kept = Set(media.map { CodecFamily(of: $0).name })
    var result = declared.filter { entry in
      let family = CodecFamily(entry)
      return kept.contains(family.name) || unseen.contains(family.kind)
    }
    for track in media where track.kind != .text {
      let family = CodecFamily(of: track).name
      if !result.contains(where: { CodecFamily($0).name == family }) { result.append(track.codec) }
    }
    return result
  }

  private static func soundName(_ numbers: [String]) -> String {
    switch numbers.first {
    case "40":
      switch numbers.dropFirst().first {
      case "34", "33", "32": "mp3"
      case "42": "usac"
      case "36": "als"
      default: "aac"
      }
    case "66", "67", "68", nil: "aac"
    case "69", "6b": "mp3"
    case "a5": "ac-3"
    case "a6": "ec-3"
    case "a9", "aa", "ab", "ac": "dts"
    case "ad": "opus"
    default: "mp4a." + numbers.joined(separator: ".")
    }
  }

  private static let names: [String: (name: String, kind: TrackKind)] = [
    "avc1": ("avc", .video), "avc2": ("avc", .video), "avc3": ("avc", .video), "avc4": ("avc", .video),
    "dva1": ("avc", .video), "dvav": ("avc", .video),
    "hvc1": ("hevc", .video), "hev1": ("hevc", .video), "dvh1": ("hevc", .video), "dvhe": ("hevc", .video),
    "av01": ("av1", .video), "dav1": ("av1", .video),
    "vp08": ("vp8", .video), "vp8": ("vp8", .video), "vp09": ("vp9", .video), "vp9": ("vp9", .video),
    "mp4v": ("mp4v", .video), "vvc1": ("vvc", .video), "vvi1": ("vvc", .video), "jpeg": ("jpeg", .video),
    "mjpg": ("jpeg", .video),
    "ac-3": ("ac-3", .audio), "ac3": ("ac-3", .audio), "ec-3": ("ec-3", .audio), "ec3": ("ec-3", .audio),
    "eac3": ("ec-3", .audio), "ac-4": ("ac-4", .audio), "opus": ("opus", .audio), "flac": ("flac", .audio),
    "alac": ("alac", .audio), "apac": ("apac", .audio), "mp3": ("mp3", .audio), "dtsc": ("dts", .audio),
    "dtse": ("dts", .audio), "dtsx": ("dts", .audio), "dtsh": ("dts", .audio), "dtsl": ("dts", .audio),
    "wvtt": ("wvtt", .text), "stpp": ("stpp", .text), "tx3g": ("tx3g", .text), "c608": ("c608", .text),
  ]

  /// ASCII lower case, without blanks.
  private static func lowered(_ text: String) -> String {
    String(decoding: text.utf8.filter { !$0.isBlank }.map(\.asciiLowered), as: UTF8.self)
  }
}
