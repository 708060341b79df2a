import BundleStore
import Console
import Playlist

/// Variants and renditions in a few words.
enum Describe {
  static func variant(_ record: VariantRecord) -> String {
    var parts: [String] = []
    if let size = record.resolution { parts.append("\(size.width)x\(size.height)") }
    if let rate = record.frameRate { parts.append("\(trimmed(rate)) fps") }
    if let range = record.videoRange, range != "SDR" { parts.append(range) }
    if !record.codecs.isEmpty { parts.append(record.codecs.joined(separator: ",")) }
    if record.bandwidth > 0 { parts.append(ByteText.bitrate(record.bandwidth)) }
    return parts.isEmpty ? "-" : parts.joined(separator: " ")
  }

  static func rendition(_ record: RenditionRecord) -> String {
    var parts = [record.language ?? "und", record.name]
    if let channels = record.channels { parts.append("\(channels) ch") }
    if record.isDefault { parts.append("default") }
    if record.forced { parts.append("forced") }
    parts += record.characteristics.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
    parts.append("[\(record.groupID)]")
    return parts.joined(separator: " ")
  }

  static func kind(_ kind: MediaKind) -> String {
    kind == .closedCaptions ? "captions" : kind.jsonName
  }

  /// Of an I-frame or image playlist.
  static func kind(_ kind: StreamKind) -> String { kind == .iFrames ? "i-frames" : kind.jsonName }

  /// A decimal without a fraction of zeros.
  private static func trimmed(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
  }
}
