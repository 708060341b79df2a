extension SyntaxRule {
  /// Whether normalizing (`PlaylistEdits.serialized(normalizing:)`) repairs a breach; false where a fact is missing
  /// or contradicts another.
  package var isRepairable: Bool {
    switch self {
    case .attributeMissing, .keyNone, .captions, .sessionData, .sessionKeyNone, .tagTwice, .mixedKinds,
      .mediaSequenceLate, .discontinuitySequenceLate, .noEndList, .strayURI, .missingURI, .unknownVersion,
      .lowVersion, .partRange, .blankInURI, .enumeratedString:
      false
    default: true
    }
  }
}
