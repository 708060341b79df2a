import Selection

/// Words over a source that offers nothing to choose from. Minima and preferences say what is best of what there
/// is, so that the only stream always meets them.
enum BareSelection {
  private static let free: Set<String> = ["best", "worst", "all"]

  /// - Throws: `nothingMatches` when the words ask for something that a media playlist alone cannot have.
  static func check(_ words: SelectionWords, place: String) throws(DownloadError) {
    try check(words.primary, place)
    // A variant beside the primary one that is the primary one is there; any other is not.
    if let rule = words.also.first(where: { !free.contains($0) }) { throw refusal("--also \(rule)", place) }
    for configuration in words.auxiliary { try check(configuration, place) }
  }

  private static func check(_ asked: ContentConfiguration, _ place: String) throws(DownloadError) {
    if let rule = asked.video.first, !asked.fallback, !asked.video.contains(where: free.contains) {
      throw refusal("--video \(rule)", place)
    }
    for word in asked.audio ?? [] where !["default", "all"].contains(word) {
      throw refusal("--audio \(word)", place)
    }
    for word in asked.subtitles ?? [] where !["none", "all", "default"].contains(word) {
      throw refusal("--subtitles \(word)", place)
    }
    if let word = asked.angles?.first(where: { !["none", "all", "default"].contains($0) }) {
      throw refusal("--angle \(word)", place)
    }
  }

  private static func refusal(_ word: String, _ place: String) -> DownloadError {
    DownloadError(
      .nothingMatches, "\(place): nothing matches \(word): a media playlist names no variants or renditions",
      hint: "give the multivariant playlist")
  }
}
