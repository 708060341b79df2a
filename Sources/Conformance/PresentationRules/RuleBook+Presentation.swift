extension RuleBook {
  /// Rules on all playlists of a source together.
  package static var ofPresentations: [any Rule<PresentationFacts>.Type] {
    [
      StartAgrees.self, IFramePlaylistMarked.self, ImagePlaylistMarked.self, PlaylistUses.self,
      IndependentSegmentsTold.self, IndependentSegmentsOnce.self, SameTargetDuration.self,
      SamePlaylistType.self, SameEnd.self, SameDuration.self, SubtitlesCover.self,
      DiscontinuitiesAligned.self, DiscontinuityNumbersAligned.self, SegmentsAligned.self,
      DatesEverywhere.self, DatesAligned.self, SameDateRanges.self, SameServerControl.self,
      RenditionReports.self, SessionKeyMissing.self, SessionKeysAgree.self, SameEncryption.self,
      SameKeyFormats.self,
    ]
  }
}
