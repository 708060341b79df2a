package import Files
package import Rights

/// The manifest of a bundle, `hlspack.json`: what the bundle is and holds. Its rename is the commit point.
///
/// Whatever was read from one is within the grammar of names, has the right types and agrees with itself:
/// streams that are named exist, required files are listed, nothing stands twice.
package struct Manifest: Sendable, Hashable {
  /// The version of the format that this module writes, and the newest it reads.
  package static let formatVersion = 1

  package var title: String
  /// Of the title: a hash of its URL without credentials, or of what `--identity` said.
  package var identity: IdentityHash
  package var source: SourceRecord
  package var createdAt: Instant
  /// The program and its version.
  package var createdBy: String
  /// The duration of the primary variant.
  package var durationSeconds: Double
  package var selection: SelectionRecord
  package var policy: StoragePolicy
  /// What the packer's user said of the title; any keys.
  package var metadata: [String: String]
  package var artwork: ArtworkRecord?
  /// The primary one first.
  package var variants: [ManifestVariant]
  package var renditions: [ManifestRendition]
  package var iFrameStreams: [ManifestTrickPlay] = []
  package var imageStreams: [ManifestTrickPlay] = []
  /// In the order of the source's lines.
  package var sessionData: [SessionDataRecord] = []
  package var streams: [StreamRecord]
  package var keys: [KeyRecord]
  /// Segments that are not there, over all streams.
  package var gaps: Int
  /// Those gaps that are not the source's.
  package var missing: [MissingPiece]
  package var history: [HistoryEntry]
  /// Every file but `hlspack.json`, `SHA256SUMS`, `state.json` and those that a `stream.json` lists, by path.
  package var files: [FileRecord]
  package var pending: PendingWork
  /// What is left of a title that was deleted; nil for one that is there.
  package var tombstone: Tombstone?

  /// A manifest before its commit, which fills in `files` and what it knows of streams.
  package init(
    title: String, identity: IdentityHash, source: SourceRecord, createdAt: Instant, createdBy: String,
    durationSeconds: Double, selection: SelectionRecord = SelectionRecord(), policy: StoragePolicy,
    metadata: [String: String] = [:], artwork: ArtworkRecord? = nil, variants: [ManifestVariant],
    renditions: [ManifestRendition] = [], streams: [StreamRecord], keys: [KeyRecord] = [], gaps: Int = 0,
    missing: [MissingPiece] = [], history: [HistoryEntry] = [], files: [FileRecord] = [],
    pending: PendingWork = PendingWork()
  ) {
    self.title = title
    self.identity = identity
    self.source = source
    self.createdAt = createdAt
    self.createdBy = createdBy
    self.durationSeconds = durationSeconds
    self.selection = selection
    self.policy = policy
    self.metadata = metadata
    self.artwork = artwork
    self.variants = variants
    self.renditions = renditions
    self.streams = streams
    self.keys = keys
    self.gaps = gaps
    self.missing = missing
    self.history = history
    self.files = files
    self.pending = pending
  }

  /// The stream in the folder; nil when the bundle has none.
  package func stream(_ folder: StreamFolder) -> StreamRecord? {
    streams.first { $0.folder == folder }
  }

  /// Bytes of all files that the manifest and the listings of its streams name, the manifest and SHA256SUMS
  /// left out.
  package var totalBytes: Int64 {
    let sizes = files.map(\.bytes) + streams.map(\.totals.bytes)
    return sizes.reduce(0) { sum, next in
      let (total, overflow) = sum.addingReportingOverflow(next)
      return overflow ? Int64.max : total
    }
  }

  /// Number of those files.
  package var totalFiles: Int { streams.reduce(files.count) { $0 + $1.totals.files } }
}
