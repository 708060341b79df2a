/// A range of time with attributes (EXT-X-DATERANGE, 4.4.5.1), as one tag gives it; tags of one `id` belong
/// together.
package struct DateRange: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  package let id: String
  /// CLASS.
  package let classID: String?
  /// ISO 8601 as written; nil only in a later tag of the same `id`.
  package let startDate: String?
  package let endDate: String?
  /// Seconds.
  package let duration: Double?
  package let plannedDuration: Double?
  package let endOnNext: Bool
  /// PRE, POST, ONCE.
  package let cue: [String]
  /// Every other attribute in order: X-…, SCTE35-… and unknown ones; variables resolved in quoted ones.
  package let others: [Other]

  package struct Other: Hashable, Sendable {
    package let name: String
    package let value: AttributeValue
  }

  /// Whether it asks to play something else instead (appendix D).
  package var isInterstitial: Bool { classID == "com.apple.hls.interstitial" }
  /// Whether it asks to fetch something in advance.
  package var isPreload: Bool { classID == "com.apple.hls.preload" }
}
