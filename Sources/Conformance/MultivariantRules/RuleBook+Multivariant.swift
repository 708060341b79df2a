extension RuleBook {
  /// Rules on a multivariant playlist.
  package static var ofMultivariantPlaylists: [any Rule<MultivariantFacts>.Type] {
    ofStreamTags + ofCodecs + ofRenditions + ofSteering + ofLadder
  }

  /// What a stream says of itself.
  private static var ofStreamTags: [any Rule<MultivariantFacts>.Type] {
    [
      VariantsPresent.self, BandwidthPositive.self, BandwidthRange.self, AverageBandwidthPresent.self,
      AverageBandwidthBelow.self, ResolutionPresent.self, IFrameResolutionPresent.self,
      FrameRatePresent.self, FrameRateDigits.self, FrameRateLimit.self, IFrameAttributes.self,
      ImageAttributes.self, VideoRangePresent.self, ScoreEverywhere.self, ScorePositive.self,
      VideoLayoutOnce.self, VideoLayoutNeeded.self, HDCPLevelPresent.self, AllowedCPC.self,
      ProgramID.self, VersionNeeded.self, AbsoluteURIs.self,
    ]
  }

  private static var ofCodecs: [any Rule<MultivariantFacts>.Type] {
    [
      CodecsPresent.self, IFrameCodecsPresent.self, CodecsForm.self, CodecsKnown.self,
      CodecsHexadecimal.self, CodecsOutOfBand.self, CodecsOfSound.self, SupplementalBase.self,
      SupplementalBrand.self,
    ]
  }

  private static var ofRenditions: [any Rule<MultivariantFacts>.Type] {
    [
      GroupDefined.self, GroupUsed.self, NameUnique.self, OneDefault.self, DefaultAutoselect.self,
      GroupsEqual.self, AutoselectDistinct.self, AttributeOfType.self, InstreamID.self,
      LanguagePresent.self, LanguageForm.self, LanguageShortest.self, HearingCharacteristics.self,
      HearingAutoselect.self, DescriptionAutoselect.self, ForcedAutoselect.self, ChannelsPresent.self,
      ChannelsTold.self, ChannelsForm.self, CaptionsNoneEverywhere.self,
    ]
  }

  /// Identifiers, pathways, keys and data.
  private static var ofSteering: [any Rule<MultivariantFacts>.Type] {
    [
      StableIDForm.self, StableIDSame.self, StableIDEverywhere.self, StableIDsOnPathways.self,
      SteeringPathway.self, PathwaysTold.self, PathwayGroups.self, SessionKeyTwice.self,
      SessionDataTwice.self, SessionDataName.self,
    ]
  }

  /// All variants together.
  private static var ofLadder: [any Rule<MultivariantFacts>.Type] {
    [
      SeveralBitRates.self, IFramePlaylistPresent.self, StandardRangePresent.self, StereoPresent.self,
      TopResolutionTwice.self, SameURISameStream.self, VariantTwice.self, AspectRatio.self,
      DefaultVariant.self, PeakOverAverage.self,
    ]
  }
}
