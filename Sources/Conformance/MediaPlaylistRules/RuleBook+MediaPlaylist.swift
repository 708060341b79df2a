extension RuleBook {
  /// Rules on one media playlist.
  package static var ofMediaPlaylists: [any Rule<MediaPlaylistFacts>.Type] {
    ofSegments + ofKeysAndMaps + ofDateRanges + ofDates + ofLowLatency + ofImages
  }

  /// The playlist as a whole, and its segments.
  private static var ofSegments: [any Rule<MediaPlaylistFacts>.Type] {
    [
      VersionHigher.self, TargetDuration.self, SegmentsPresent.self, DurationPositive.self,
      WholeDurations.self, BitratePositive.self, RangesApart.self, RangesInOrder.self, TypePresent.self,
      EventStays.self, WindowLong.self, AllGaps.self, StartInside.self, StartFromEnd.self,
      AbsoluteMediaURIs.self,
    ]
  }

  private static var ofKeysAndMaps: [any Rule<MediaPlaylistFacts>.Type] {
    [
      KeyMethodKnown.self, KeyURIScheme.self, KeyFormatsEverywhere.self, MapVector.self, MapPresent.self,
      MapChanges.self,
    ]
  }

  private static var ofDateRanges: [any Rule<MediaPlaylistFacts>.Type] {
    [
      DateRangeStart.self, DateRangeDates.self, DateRangeEnd.self, DateRangeDuration.self,
      DateRangeEndOnNext.self, DateRangesAgree.self, DateRangeCue.self, DateRangeCueKnown.self,
      DateRangesDated.self, DateRangeNames.self, DateRangesSeparate.self, InterstitialAsset.self,
      InterstitialURI.self, InterstitialTypes.self, InterstitialWords.self, PreloadRange.self,
      PreloadUseful.self, FlashRisk.self,
    ]
  }

  /// EXT-X-PROGRAM-DATE-TIME.
  private static var ofDates: [any Rule<MediaPlaylistFacts>.Type] {
    [DateZone.self, DateMilliseconds.self, DatesAscend.self, DiscontinuityDated.self]
  }

  /// Parts, and what a server does for clients that follow a live playlist.
  private static var ofLowLatency: [any Rule<MediaPlaylistFacts>.Type] {
    [
      PartInfPresent.self, PartShortEnough.self, PartLongEnough.self, PartOrder.self, SkipFar.self,
      SkipDateRanges.self, HoldBack.self, PartHoldBack.self, PartHoldBackPresent.self,
      ReportOfOthers.self, ReportNumber.self, IFramesWhole.self, HintsEnd.self, SkipEnds.self, PartsEnd.self,
    ]
  }

  private static var ofImages: [any Rule<MediaPlaylistFacts>.Type] {
    [TilesLayout.self, TilesDuration.self, TilesPlace.self]
  }
}
