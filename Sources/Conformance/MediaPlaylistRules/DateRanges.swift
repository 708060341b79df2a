import Playlist

extension MediaPlaylistFacts {
  /// Date ranges with the tags of one ID put together. None of a delta update, where earlier tags of an ID may be
  /// left out.
  var wholeDateRanges: [DateRange] { playlist.skip == nil ? dateRanges : [] }

  var interstitials: [DateRange] { wholeDateRanges.filter(\.isInterstitial) }
}

extension DateRange {
  /// Nil where it is absent or no date.
  var start: DateTime? { startDate.flatMap { DateTime($0) } }
  /// END-DATE; nil where it is absent or no date.
  var end: DateTime? { endDate.flatMap { DateTime($0) } }

  /// An attribute of a client's own, SCTE-35 or an unknown one; nil where it is absent.
  func other(_ name: String) -> AttributeValue? { others.first { $0.name == name }?.value }

  /// Seconds from an instant to the end; nil where no end is written.
  func end(since epoch: DateTime) -> Double? {
    if let end { return end.seconds(since: epoch) }
    guard let duration, let start else { return nil }
    return start.seconds(since: epoch) + duration
  }
}
