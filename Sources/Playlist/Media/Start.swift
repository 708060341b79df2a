/// Where to begin playing (EXT-X-START, 4.4.2.2).
package struct Start: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  /// Seconds from the beginning; negative: from the end.
  package let timeOffset: Double
  package let precise: Bool
}
