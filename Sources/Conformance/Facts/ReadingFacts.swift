package import Playlist

/// What became of the attempt to read one playlist of a source.
package struct ReadingFacts: Sendable {
  package enum Outcome: Sendable {
    case playlist(ParsedPlaylist)
    /// The bytes came, but are no playlist that can be read.
    case failure(PlaylistError)
    /// Nothing came: why, in a few words.
    case unread(reason: String, hint: String?)
    /// Nothing was asked for: this playlist names what no client follows. `line` counts from 0.
    case misnamed(line: Int, reason: String, hint: String?)
  }

  /// What findings call it.
  package var name: String
  /// Whether it is the playlist that the person named; else one that a multivariant playlist names.
  package var isSource: Bool
  package var outcome: Outcome

  package init(name: String, isSource: Bool, outcome: Outcome) {
    self.name = name
    self.isSource = isSource
    self.outcome = outcome
  }
}
