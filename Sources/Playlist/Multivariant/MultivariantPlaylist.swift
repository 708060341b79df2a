/// A multivariant playlist: its lines, and what they mean.
package struct MultivariantPlaylist: Sendable {
  package let text: PlaylistText
  package internal(set) var warnings: [PlaylistWarning] = []
  /// EXT-X-VERSION as written; nil where it is absent, which means 1.
  package internal(set) var version: Int?
  /// The smallest EXT-X-VERSION that does for what the playlist uses (section 8).
  package internal(set) var requiredVersion = 1
  package internal(set) var independentSegments = false
  package internal(set) var start: Start?
  package internal(set) var variables = Variables()
  package internal(set) var variants: [Variant] = []
  package internal(set) var iFrameStreams: [IFrameStream] = []
  package internal(set) var imageStreams: [IFrameStream] = []
  package internal(set) var renditions: [Rendition] = []
  package internal(set) var sessionData: [SessionData] = []
  package internal(set) var sessionKeys: [Key] = []
  package internal(set) var contentSteering: ContentSteering?
  /// Lines (from 0) of tags that belong into a media playlist and are ignored here.
  package internal(set) var misplacedLines: [Int] = []

  init(text: PlaylistText) { self.text = text }

  package var definitions: [Definition] { variables.definitions }

  /// The values that a media playlist of this one may IMPORT.
  package var importableVariables: [String: String] {
    Dictionary(definitions.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The line as a player reads it: variables resolved.
  package func substitutedText(_ line: Int) -> String { variables.resolvedLine(line, of: text) }
}
