import Playlist

/// What there is, in lines for messages.
enum Inventory {
  private static let limit = 100

  static func plural(_ kind: MediaKind) -> String {
    switch kind {
    case .audio: "audio"
    case .video: "camera angle"
    case .subtitles: "subtitles"
    case .closedCaptions: "closed captions"
    }
  }

  /// `audio fr-CA "Français"`, with its kind where it has one; each once, also where several groups hold it.
  static func renditions(_ title: Title, _ places: Set<Int>) -> [String] {
    var seen: Set<String> = []
    let lines = places.sorted().map { line(title.playlist.renditions[$0]) }.filter {
      seen.insert($0).inserted
    }
    return shortened(lines)
  }

  /// One line each.
  static func variants(_ title: Title) -> [String] {
    shortened(title.distinct.map { variant(title, $0) })
  }

  /// `1920x1080 5000000 bit/s SDR avc1.640028,mp4a.40.2`.
  static func variant(_ title: Title, _ index: Int) -> String {
    let variant = title.playlist.variants[index]
    var parts = [variant.resolution.map(\.description) ?? "no size told"]
    parts.append("\(variant.bandwidth) bit/s")
    if let rate = variant.frameRate { parts.append("\(rate) fps") }
    if title.traits[index].video != .absent { parts.append(title.traits[index].range) }
    if !variant.codecs.isEmpty { parts.append(variant.codecs.joined(separator: ",")) }
    if let id = variant.stableID { parts.append("id \(id)") }
    return parts.joined(separator: " ")
  }

  private static func line(_ rendition: Rendition) -> String {
    var word = rendition.language.flatMap { $0.isEmpty ? nil : $0 } ?? "und"
    if rendition.forced {
      word += ":forced"
    } else if rendition.isSDH {
      word += ":sdh"
    } else if rendition.describesVideo {
      word += ":describes-video"
    } else if rendition.has("public.easy-to-read") {
      word += ":easy-to-read"
    }
    return "\(rendition.kind == .video ? "angle" : plural(rendition.kind)) \(word) \"\(rendition.name)\""
  }

  private static func shortened(_ lines: [String]) -> [String] {
    lines.count <= limit ? lines : lines.prefix(limit) + ["and \(lines.count - limit) more"]
  }
}
