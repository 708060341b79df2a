/// Session data (EXT-X-SESSION-DATA, 4.4.6.4).
package struct SessionData: Hashable, Sendable {
  package enum Format: String, Hashable, Sendable {
    case json = "JSON"
    case raw = "RAW"
  }
  /// The line of the tag, counted from 0.
  package let line: Int
  package let dataID: String
  /// Exactly one of `value` and `uri` is there, unless a lenient reading found both or none.
  package let value: String?
  /// Variables resolved; not yet resolved against the playlist's address.
  package let uri: String?
  /// What is behind `uri`.
  package let format: Format
  package let language: String?
}

/// Content steering (EXT-X-CONTENT-STEERING, 4.4.6.6).
package struct ContentSteering: Hashable, Sendable {
  /// The line of the tag, counted from 0.
  package let line: Int
  package let serverURI: String
  package let pathwayID: String?
}
