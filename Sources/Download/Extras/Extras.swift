/// What is packed beside variants and renditions, only where a person asks for it.
package struct Extras: Sendable, Hashable {
  /// EXT-X-SESSION-DATA with what it names (RFC 8216bis, 4.4.6.4).
  package var sessionData: Bool
  /// I-frame and image playlists (RFC 8216bis, 4.4.6.3, and the image extension).
  package var trickPlay: Bool

  package init(sessionData: Bool = false, trickPlay: Bool = false) {
    self.sessionData = sessionData
    self.trickPlay = trickPlay
  }
}

extension SourceLimits {
  /// Bytes of one payload of session data.
  package static let sessionData: Int64 = 4 << 20
  /// Payloads of session data of one title.
  package static let sessionDataPayloads = 100
  /// Bytes of one picture of a chapter.
  package static let chapterImage: Int64 = 16 << 20
  /// Different pictures of all chapters of one title.
  package static let chapterImages = 2_000
}
