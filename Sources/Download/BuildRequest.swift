package import Addresses
package import Rights
package import Selection

/// What a person asked `build` for, checked for form but not yet held against the source.
package struct BuildRequest: Sendable {
  /// Where the playlist is.
  package enum Source: Sendable, Hashable {
    case remote(URI)
    /// A playlist on this machine; references that are relative stay beneath its folder.
    case file(path: String)
  }

  package var source: Source
  package var words: SelectionWords
  /// Exactly the path of the bundle to be; nil: a name made from the title or the source, in `folder`.
  package var output: String?
  /// The folder that takes a bundle with a derived name; "." is the current one.
  package var folder: String
  package var title: String?
  package var artwork: Source?
  package var metadata: [String: String]
  package var policy: StoragePolicy
  package var volatile: VolatileParameters
  /// Stands for the title's identity where the token is in the path; nil: made from the source's URL.
  package var identity: String?
  /// Requests at the same time, over all hosts.
  package var connections: Int
  /// Keys readable by other users, for a server that runs as one of them.
  package var sharedKeys: Bool
  /// What an unfinished bundle holds already is not used.
  package var startsAnew: Bool

  package init(source: Source) {
    self.source = source
    words = SelectionWords()
    folder = "."
    metadata = [:]
    policy = StoragePolicy()
    volatile = VolatileParameters()
    connections = 8
    sharedKeys = false
    startsAnew = false
  }
}

/// Bounds on what a source may make us take in; each a decoded size in bytes unless said otherwise.
package enum SourceLimits {
  package static let playlist: Int64 = 64 << 20
  package static let key: Int64 = 64 << 10
  package static let artwork: Int64 = 64 << 20
  /// A segment larger than this is refused; whole films in one resource are below it.
  package static let segment: Int64 = 1 << 40
  /// Streams of one title.
  package static let streams = 1_000
}
