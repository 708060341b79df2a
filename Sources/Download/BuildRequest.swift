package import Addresses
package import Digest
package import Files
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

  /// Who says where the playlist is.
  package enum Voucher: Sendable, Hashable {
    /// The person, or a bundle that this user packed from there on this machine.
    case person
    /// A manifest alone, which anybody may have written: only what everybody can reach is asked.
    case manifest
  }

  package var source: Source
  package var voucher = Voucher.person
  /// Where a playlist in a file is taken to stand: its relative references are addresses then, and none leads to a
  /// file. nil: where the file is.
  package var base: URI?
  package var words: SelectionWords
  package var extras: Extras
  /// Exactly the path of the bundle to be; nil: a name made from the title or the source, in `folder`.
  package var output: String?
  /// The folder that takes a bundle with a derived name; "." is the current one.
  package var folder: String
  package var title: String?
  package var artwork: Source?
  package var metadata: [String: String]
  package var policy: StoragePolicy
  /// Seconds from the commit until the title expires; nil: `policy` says it.
  package var expiresAfter: Int64?
  package var volatile: VolatileParameters
  /// Stands for the title's identity where the token is in the path; nil: made from the source's URL.
  package var identity: String?
  /// Requests at the same time, over all hosts.
  package var connections: Int
  /// Keys readable by other users, for a server that runs as one of them.
  package var sharedKeys: Bool
  /// How content keys are had and kept.
  package var keys = KeyWishes()
  /// What an unfinished bundle holds already is not used.
  package var startsAnew: Bool
  /// Whether a bundle of ours that stands where this one is to be is replaced.
  package var overwrites = false
  /// Whether sizes that nobody tells are asked for before anything is fetched.
  package var measures = false
  /// Asked for fresh addresses or header fields when the source refuses ours; nil: there is none.
  package var tokenCommand: TokenCommand?
  /// The pause before what failed is asked for again, after the rest has come; longer after each time that brought
  /// nothing.
  package var passPause = Duration.seconds(8)
  /// How many times in a row that may bring nothing.
  package var idlePassLimit = 2
  /// Whether another process's work on the same bundle is waited for.
  package var waits = false
  /// Transfers begin within it only; nil: at any time.
  package var window: DailyWindow?
  /// The most bytes that one segment may have, decoded.
  package var segmentLimit = SourceLimits.segment
  /// Signs what is made; nil: nobody does.
  package var signingKey: SigningKey?

  package init(source: Source) {
    self.source = source
    words = SelectionWords()
    extras = Extras()
    folder = "."
    metadata = [:]
    policy = StoragePolicy()
    volatile = VolatileParameters()
    connections = 8
    sharedKeys = false
    startsAnew = false
  }
}

extension BuildRequest {
  /// Whether an address with another token is that of the same title; where the person says what the title is, every
  /// one is.
  func isSameTitle(_ uri: URI, as requested: URI) -> Bool {
    identity != nil || Identity(of: uri, ignoring: volatile) == Identity(of: requested, ignoring: volatile)
  }

  /// The policy of a bundle committed then, in seconds since 1970.
  func policy(committedAt now: Int64) -> StoragePolicy {
    guard let expiresAfter else { return policy }
    return StoragePolicy(expiresAt: now.addingSaturated(expiresAfter), priority: policy.priority)
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
