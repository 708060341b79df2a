package import Digest
package import Selection

/// What a person asked `augment` for, checked for form but not yet held against bundle and source.
package struct AugmentRequest: Sendable {
  /// The bundle.
  package var path: String
  /// What comes to it: LISTs of audio and subtitles, RULEs of variants; nothing else of the words counts.
  package var added = SelectionWords()
  /// The new title; nil: it stays.
  package var title: String?
  package var artwork: BuildRequest.Source?
  /// Words of the metadata; nil takes one out.
  package var metadata: [String: String?] = [:]
  /// Where the title is to be had now; nil: where its manifest says.
  package var source: BuildRequest.Source?
  /// Whether keys are had again, and nothing else is done.
  package var renewsKeys = false
  /// Only look what would be fetched.
  package var isDry = false
  /// Whether another process's work on the bundle is waited for.
  package var waits = false
  /// Signs the bundle as it is then, also where nothing else changes; nil: nobody does, and a signature that is there
  /// goes with a change.
  package var signingKey: SigningKey?
  /// How transfers are made: sets what of a request is neither the bundle's nor said above.
  package var configure: @Sendable (inout BuildRequest) -> Void = { _ in }

  package init(path: String) { self.path = path }

  /// Whether nothing was asked for.
  package var isEmpty: Bool { !renewsKeys && hasNoChange && signingKey == nil }

  private var hasNoChange: Bool { added.isEmpty && title == nil && artwork == nil && metadata.isEmpty }

  /// A word that means nothing is told before anything is fetched.
  func check() throws(DownloadError) {
    guard !renewsKeys || (hasNoChange && !isDry) else {
      throw DownloadError(
        .usage, "--renew-keys goes alone: nothing is added or set with it, or only looked at")
    }
    do { try added.check() } catch { throw DownloadError(error) }
  }

  /// What of the manifest's own words is to be another.
  var change: TitleChange {
    var change = TitleChange()
    change.title = title
    change.metadata = metadata
    var words: [String] = []
    if title != nil { words.append("title") }
    if artwork != nil { words.append("artwork") }
    words += metadata.keys.sorted().map { "metadata \($0)" }
    if !words.isEmpty { change.note = "set \(words.joined(separator: ", "))" }
    return change
  }
}
