/// TYPE of EXT-X-MEDIA (4.4.6.1).
package enum MediaKind: String, CaseIterable, Hashable, Sendable {
  case audio = "AUDIO"
  case video = "VIDEO"
  case subtitles = "SUBTITLES"
  case closedCaptions = "CLOSED-CAPTIONS"

  /// "audio", "video", "subtitles", "closedCaptions".
  package var jsonName: String {
    switch self {
    case .audio: "audio"
    case .video: "video"
    case .subtitles: "subtitles"
    case .closedCaptions: "closedCaptions"
    }
  }
}

/// An alternative rendition (EXT-X-MEDIA, 4.4.6.1).
package struct Rendition: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  package let kind: MediaKind
  /// Variables resolved, not yet resolved against the playlist's address; nil where the media are in the
  /// variants themselves.
  package let uri: String?
  package let groupID: String
  package let name: String
  /// BCP 47, as written.
  package let language: String?
  package let assocLanguage: String?
  package let stableID: String?
  package let isDefault: Bool
  package let autoselect: Bool
  package let forced: Bool
  package let instreamID: String?
  /// Bits per sample.
  package let bitDepth: Int?
  /// Hertz.
  package let sampleRate: Int?
  package let characteristics: [String]
  /// As written: "16/JOC".
  package let channels: String?

  /// The count in front of CHANNELS; nil where it is absent or no number.
  package var channelCount: Int? {
    guard let channels else { return nil }
    let digits = channels.prefix { $0 != "/" }
    return digits.utf8.count <= 9 && digits.utf8.allSatisfy(\.isDigit) ? Int(digits) : nil
  }
}
