/// What the server can do for a client that follows a live playlist (EXT-X-SERVER-CONTROL, 4.4.3.8).
package struct ServerControl: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  /// CAN-SKIP-UNTIL, in seconds from the end; nil: no delta updates.
  package let canSkipUntil: Double?
  package let canSkipDateRanges: Bool
  /// HOLD-BACK, in seconds from the end; nil means three times the target duration.
  package let holdBack: Double?
  /// PART-HOLD-BACK, in seconds from the end.
  package let partHoldBack: Double?
  package let canBlockReload: Bool

  /// Whether both say the same.
  package func isSame(as other: ServerControl) -> Bool {
    canSkipUntil == other.canSkipUntil && canSkipDateRanges == other.canSkipDateRanges
      && holdBack == other.holdBack && partHoldBack == other.partHoldBack
      && canBlockReload == other.canBlockReload
  }
}

/// What a delta update leaves out (EXT-X-SKIP, 4.4.5.2).
package struct Skip: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  package let skippedSegments: Int64
  /// Identifiers of date ranges that are no more; nil where the attribute is absent.
  package let recentlyRemovedDateRanges: [String]?
}

/// How the images of a segment are laid out (EXT-X-TILES, the image extension).
package struct Tiles: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  /// Index of the segment; the count of segments where none follows.
  package let segment: Int
  /// The size of one tile.
  package let resolution: Resolution
  /// Columns and rows.
  package let layout: Resolution
  /// How long one tile is shown, in seconds.
  package let duration: Double
}
