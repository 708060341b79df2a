import Addresses
import BundleStore
import Digest
import Files
import Media
import Playlist
import Rights
import Testing

/// A small title of two streams: video with two initialization sections, a byte range, a gap and a key;
/// audio.
struct Sample {
  static let identity = IdentityHash(of: Identity(text: "https://cdn.example.com/film/master.m3u8"))
  static let video = StreamFolder(
    kind: .variant, bandwidth: 2_500_000,
    identity: Identity(text: "https://cdn.example.com/film/v/index.m3u8"))
  static let audio = StreamFolder(
    kind: .audio, bandwidth: 0, identity: Identity(text: "https://cdn.example.com/film/a/index.m3u8"))

  var createdAt = Instant(seconds: 1_800_000_000)
  var title = "Film"

  static func bytes(_ path: BundlePath) -> [UInt8] {
    guard path.text.contains("000002") == false else { return [] }
    return Array("content of \(path.text)".utf8)
  }

  private func file(
    _ stream: StreamFolder, _ name: String, sequence: Int64? = nil, map: Int? = nil, isGap: Bool = false
  ) throws -> StreamFile {
    let name = try #require(MediaFileName(name))
    let bytes = Sample.bytes(.media(name, of: stream))
    return StreamFile(
      name: name, bytes: Int64(bytes.count), sha256: SHA256Digest.of(bytes),
      source: StreamFile.Source(uri: "https://cdn.example.com/film/\(name.text)?x=1&y=<2>"),
      sequence: sequence,
      durationSeconds: sequence.map { _ in 6.006 }, startSeconds: sequence.map { Double($0 - 7) * 6.006 },
      map: map,
      isGap: isGap)
  }

  var listings: [StreamListing] {
    get throws {
      var video = [
        try file(Sample.video, "init-0.mp4"), try file(Sample.video, "init-1.mp4"),
        try file(Sample.video, "000000.m4s", sequence: 7, map: 0),
        try file(Sample.video, "000001.m4s", sequence: 8, map: 1),
        try file(Sample.video, "000002.m4s", sequence: 9, map: 1, isGap: true),
        try file(Sample.video, "000003.m4s", sequence: 10, map: 0),
      ]
      let length = video[2].bytes
      video[2].source?.offset = 812
      video[2].source?.length = length
      video[3].discontinuity = 1
      video[3].key = 0
      video[5].disguise = StreamFile.Disguise(bytes: 120, kind: "png")
      video[5].encoding = "gzip"
      let audio = [
        try file(Sample.audio, "000000.aac", sequence: 7), try file(Sample.audio, "000001.aac", sequence: 8),
      ]
      return [
        StreamListing(
          folder: Sample.video, source: "https://cdn.example.com/film/v/index.m3u8", files: video),
        StreamListing(
          folder: Sample.audio, source: "https://cdn.example.com/film/a/index.m3u8", files: audio),
      ]
    }
  }

  var manifest: Manifest {
    get throws {
      let key = try #require(BundlePath.key(0))
      let artwork = try #require(BundlePath.artwork(fileExtension: "jpg"))
      let picture = Sample.bytes(artwork)
      return Manifest(
        title: title, identity: Sample.identity,
        source: SourceRecord(url: "https://cdn.example.com/film/master.m3u8", isMultivariant: true),
        createdAt: createdAt, createdBy: "hlspack 0.1.0", durationSeconds: 24.024,
        selection: SelectionRecord(video: ["720p", "best"], audio: ["en"]),
        policy: StoragePolicy(expiresAt: 1_900_000_000, priority: .important),
        metadata: ["studio": "Größe", "year": "2026"],
        artwork: ArtworkRecord(
          file: FileRecord(path: artwork, bytes: Int64(picture.count), sha256: SHA256Digest.of(picture)),
          type: "jpeg", width: 640, height: 360),
        variants: [ManifestVariant(record: Sample.variant, role: .primary, stream: Sample.video)],
        renditions: [
          ManifestRendition(record: Sample.rendition("English", uri: "a/index.m3u8"), stream: Sample.audio),
          ManifestRendition(record: Sample.rendition("Commentary", uri: nil), stream: nil),
        ],
        streams: [
          StreamRecord(
            folder: Sample.video, source: "https://cdn.example.com/film/v/index.m3u8",
            container: .fragmentedMP4,
            inspected: true, averageBandwidth: 2_000_000, peakBandwidth: 2_400_000,
            tracks: [
              TrackRecord(kind: .video, codec: "avc1.64001F", width: 1280, height: 720, frameRate: 23.976)
            ]),
          StreamRecord(
            folder: Sample.audio, source: "https://cdn.example.com/film/a/index.m3u8", container: .packedAAC,
            inspected: false,
            tracks: [
              TrackRecord(kind: .audio, codec: "mp4a.40.2", channels: 2, sampleRate: 48_000, language: "eng")
            ]),
        ],
        keys: [
          KeyRecord(
            id: "key-0", method: "AES-128", keyFormat: "identity", source: "https://keys.example.com/1",
            state: .stored, path: key)
        ],
        gaps: 1,
        missing: [MissingPiece(stream: Sample.video, index: 2, url: "https://cdn.example.com/film/2")],
        history: [HistoryEntry(action: "build", at: createdAt, by: "hlspack 0.1.0", note: "first")])
    }
  }

  static let variant = VariantRecord(
    id: SelectionIDs.variant(video), uri: "v/index.m3u8", bandwidth: 2_500_000, averageBandwidth: 2_000_000,
    resolution: VariantRecord.Size(width: 1280, height: 720), frameRate: 23.976,
    codecs: ["avc1.64001F", "mp4a.40.2"], videoRange: "SDR", score: 1.5, stableID: "v1",
    groups: VariantRecord.Groups(audio: "aac", subtitles: "subs"))

  static func rendition(_ name: String, uri: String?) -> RenditionRecord {
    RenditionRecord(
      id: "audio:aac:en:\(name)", kind: .audio, groupID: "aac", name: name, language: "en",
      characteristics: ["public.accessibility.describes-video"], channels: "2", isDefault: true,
      autoselect: true,
      uri: uri)
  }

  /// Puts everything in place that a download brings, all but the commit.
  func fill(_ staging: BundleStaging) throws {
    for listing in try listings { try fill(listing, into: staging) }
    try putOthers(staging)
  }

  /// Everything but media.
  func putOthers(_ staging: BundleStaging) throws {
    for path in try [
      BundlePath.multivariantPlaylist, .mediaPlaylist(of: Sample.video), .mediaPlaylist(of: Sample.audio),
      #require(BundlePath.artwork(fileExtension: "jpg")),
      #require(DataName(.playlist, name: "master.m3u8", of: Sample.identity).path),
      #require(DataName(.sessionData, name: "chapters json", of: Sample.identity).path),
    ] { try staging.put(path, Sample.bytes(path)) }
    let key = try #require(BundlePath.key(0))
    try staging.put(key, Sample.bytes(key), mode: 0o600)
  }

  func fill(_ listing: StreamListing, into staging: BundleStaging) throws {
    let folder = try staging.streamFolder(listing.folder)
    for file in listing.files {
      try folder.writeWhole(
        file.name.text, Sample.bytes(.media(file.name, of: listing.folder)), durable: false)
    }
    try staging.record(listing.files.map { JournalEntry(stream: listing.folder, file: $0, identity: nil) })
  }

  @discardableResult
  func build(at path: String) throws -> Manifest {
    let staging = try BundleStaging.begin(at: path, identity: Sample.identity, bootID: "boot")
    _ = try staging.resume { _ in false }
    try fill(staging)
    return try staging.commit(manifest, listings: listings)
  }
}
