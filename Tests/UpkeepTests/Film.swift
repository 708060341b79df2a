import Addresses
import BundleStore
import Digest
import Files
import Media
import Playlist
import Rights
import Testing

/// A small title of four streams, packed as a build would: TS, encrypted fMP4 with two initialization sections,
/// AAC and WebVTT; artwork, a key and the playlist as fetched. What a test wants to be wrong it changes first.
struct Film {
  static let site = "https://cdn.example.com/film/"
  static let identity = IdentityHash(of: Identity(text: site + "master.m3u8"))
  static let low = stream(.variant, 800_000, "low")
  static let high = stream(.variant, 2_500_000, "high")
  static let sound = stream(.audio, 0, "en")
  static let words = stream(.subtitles, 0, "words")

  /// By path, the text of every local playlist.
  var playlists: [BundlePath: String]
  var listings: [StreamListing]
  var manifest: Manifest
  /// By path, the bytes of every media file and of the other files but playlists.
  var bytes: [BundlePath: [UInt8]] = [:]

  init() throws {
    let parts = [
      try Part(Film.low, .transportStream, "ts", sections: 0),
      try Part(Film.high, .fragmentedMP4, "m4s", sections: 2),
      try Part(Film.sound, .packedAAC, "aac", sections: 0), try Part(Film.words, .webVTT, "vtt", sections: 0),
    ]
    playlists = [.multivariantPlaylist: Film.index]
    for part in parts {
      playlists[.mediaPlaylist(of: part.listing.folder)] = part.playlist
      bytes.merge(part.bytes) { first, _ in first }
    }
    listings = parts.map(\.listing)
    manifest = try Film.manifest(parts)
    for (path, content) in try Film.others { bytes[path] = content }
  }

  static func stream(_ kind: StreamKind, _ bandwidth: Int64, _ name: String) -> StreamFolder {
    StreamFolder(kind: kind, bandwidth: bandwidth, identity: Identity(text: "\(site)\(name)/index.m3u8"))
  }

  static let index = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-INDEPENDENT-SEGMENTS
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,\
    URI="\(sound)/playlist.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",URI="\(words)/playlist.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=2500000,CODECS="avc1.64001F,mp4a.40.2",AUDIO="aac",SUBTITLES="subs"
    \(high)/playlist.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.42C01E,mp4a.40.2",AUDIO="aac",SUBTITLES="subs"
    \(low)/playlist.m3u8

    """

  private static var others: [BundlePath: [UInt8]] {
    get throws {
      let key = try #require(BundlePath.key(0))
      let artwork = try #require(BundlePath.artwork(fileExtension: "jpg"))
      let original = try #require(DataName(.playlist, name: "master.m3u8", of: identity).path)
      let data = try #require(DataName(.sessionData, name: "chapters.json", of: identity).path)
      return [
        key: Array(0..<16), artwork: [0xFF, 0xD8, 0xFF] + (0..<200).map { $0 },
        original: Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttps://cdn.example.com/film/low\n".utf8),
        data: Array("{}".utf8),
      ]
    }
  }

  private static func manifest(_ parts: [Part]) throws -> Manifest {
    let at = Instant(seconds: 1_800_000_000)
    let artwork = try #require(BundlePath.artwork(fileExtension: "jpg"))
    let picture = try #require(try others[artwork])
    return Manifest(
      title: "Film", identity: identity,
      source: SourceRecord(url: site + "master.m3u8", isMultivariant: true),
      createdAt: at, createdBy: "hlspack 0.1.0", durationSeconds: 12,
      selection: SelectionRecord(video: ["all"]),
      policy: StoragePolicy(expiresAt: 1_900_000_000, priority: .important), metadata: ["studio": "Größe"],
      artwork: ArtworkRecord(
        file: FileRecord(path: artwork, bytes: Int64(picture.count), sha256: SHA256Digest.of(picture)),
        type: "jpeg"),
      variants: [
        ManifestVariant(record: variant(high, 2_500_000), role: .primary, stream: high),
        ManifestVariant(record: variant(low, 800_000), role: .auxiliary, stream: low),
      ],
      renditions: [
        ManifestRendition(record: rendition(.audio, "aac"), stream: sound),
        ManifestRendition(record: rendition(.subtitles, "subs"), stream: words),
        ManifestRendition(record: rendition(.closedCaptions, "cc"), stream: nil),
      ],
      streams: parts.map {
        StreamRecord(
          folder: $0.listing.folder, source: $0.listing.header.source, container: $0.container,
          inspected: true)
      },
      keys: [
        KeyRecord(
          id: "key-0", method: "AES-128", keyFormat: "identity", source: "https://keys.example.com/1",
          state: .stored, path: BundlePath.key(0))
      ],
      history: [HistoryEntry(action: "build", at: at, by: "hlspack 0.1.0")])
  }

  private static func variant(_ folder: StreamFolder, _ bandwidth: Int64) -> VariantRecord {
    VariantRecord(
      id: SelectionIDs.variant(folder), uri: "x/index.m3u8", bandwidth: bandwidth,
      groups: VariantRecord.Groups(audio: "aac", subtitles: "subs"))
  }

  private static func rendition(_ kind: MediaKind, _ group: String) -> RenditionRecord {
    RenditionRecord(
      id: "\(kind.jsonName):\(group):en:English", kind: kind, groupID: group, name: "English", language: "en",
      uri: kind == .closedCaptions ? nil : "x/index.m3u8")
  }
}

// MARK: - Streams

extension Film {
  /// One stream: three segments of four seconds, a discontinuity before the last, the sections in turn.
  struct Part {
    let listing: StreamListing
    let container: Container
    let playlist: String
    let bytes: [BundlePath: [UInt8]]

    init(_ folder: StreamFolder, _ container: Container, _ ending: String, sections: Int) throws {
      var stored: [BundlePath: [UInt8]] = [:]
      let ending = try #require(MediaFileExtension(rawValue: ending))
      var files: [StreamFile] = []
      var lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-TARGETDURATION:4"]
      lines.append("#EXT-X-MEDIA-SEQUENCE:7")
      if folder == Film.high {
        lines.append(
          "#EXT-X-KEY:METHOD=AES-128,URI=\"../keys/key-0.m4s\",IV=0x000102030405060708090A0B0C0D0E0F")
      }
      func add(_ name: MediaFileName, _ content: [UInt8]) -> StreamFile {
        stored[.media(name, of: folder)] = content
        return StreamFile(
          name: name, bytes: Int64(content.count), sha256: SHA256Digest.of(content),
          source: StreamFile.Source(uri: "\(Film.site)\(name.text)"))
      }
      for number in 0..<sections {
        let name = try #require(MediaFileName(.initialization, index: number, fileExtension: .mp4))
        files.append(add(name, Array("\(number) ftyp moov".utf8)))
      }
      for number in 0..<3 {
        let name = try #require(MediaFileName(.segment, index: number, fileExtension: ending))
        var file = add(name, Part.media(container, number))
        file.sequence = Int64(7 + number)
        file.durationSeconds = 4
        file.startSeconds = Double(number) * 4
        file.discontinuity = number == 2 ? 1 : 0
        if sections > 0 {
          file.map = number % sections
          file.key = 0
          lines.append("#EXT-X-MAP:URI=\"init-\(number % sections).mp4\"")
        }
        files.append(file)
        if number == 2 { lines.append("#EXT-X-DISCONTINUITY") }
        lines += ["#EXTINF:4.000,", name.text]
      }
      bytes = stored
      self.container = container
      playlist = (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
      listing = StreamListing(folder: folder, source: Film.site + folder.text, files: files)
    }

    /// Bytes of another length for each segment, so that no two are mixed up unseen.
    private static func media(_ container: Container, _ number: Int) -> [UInt8] {
      switch container {
      case .transportStream:
        (0...number).flatMap { packet in
          [0x47, 0x40, 0, 0x10] + [UInt8](repeating: UInt8(packet), count: 184)
        }
      case .webVTT: Array("WEBVTT\n\n00:0\(number).000 --> 00:0\(number).500\n\(number)\n".utf8)
      default: [UInt8](repeating: 0xFF, count: 100 + number)
      }
    }
  }

  /// Puts a segment of the low stream out of the bundle and a gap in its place, in listing and playlist.
  mutating func makeGap(at number: Int) throws {
    let first = try #require(listings[0].files.first)
    var file = listings[0].files[number]
    #expect(first.name.role == .segment)
    file.isGap = true
    file.bytes = 0
    file.sha256 = SHA256Digest.of([])
    listings[0].files[number] = file
    bytes[.media(file.name, of: Film.low)] = []
    edit(Film.low, "#EXTINF:4.000,\n\(file.name.text)", "#EXTINF:4.000,\n#EXT-X-GAP\n\(file.name.text)")
  }

  /// Changes the text of a stream's playlist.
  mutating func edit(_ folder: StreamFolder, _ old: String, _ new: String) {
    edit(.mediaPlaylist(of: folder), old, new)
  }

  mutating func edit(_ path: BundlePath, _ old: String, _ new: String) {
    let text = playlists[path] ?? ""
    #expect(text.contains(old))
    playlists[path] = text.replacing(old, with: new)
  }
}

// MARK: - Packing

extension Film {
  @discardableResult
  func build(at path: String) throws -> Manifest {
    let staging = try BundleStaging.begin(at: path, identity: Film.identity, bootID: "boot")
    _ = try staging.resume { _ in false }
    try fill(staging)
    return try staging.commit(manifest, listings: listings)
  }

  /// Puts everything in place but the commit.
  func fill(_ staging: BundleStaging) throws {
    for listing in listings {
      let folder = try staging.streamFolder(listing.folder)
      for file in listing.files {
        let content = try #require(bytes[.media(file.name, of: listing.folder)])
        try folder.writeWhole(file.name.text, content, durable: false)
      }
      try staging.record(listing.files.map { JournalEntry(stream: listing.folder, file: $0, identity: nil) })
    }
    for (path, content) in bytes where path.stream == nil { try staging.put(path, content) }
    for (path, text) in playlists { try staging.put(path, Array(text.utf8)) }
  }
}
