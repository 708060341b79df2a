import BundleStore
import Digest
import Files
import Media
import Playlist

/// The timeline of a bundle's picture, or of its sound where there is none: what subtitles that come to it are split
/// along.
struct TitleTimeline {
  /// Segments between two discontinuities, whose times count from one origin.
  struct Section {
    /// The Discontinuity Sequence Number of its segments.
    let discontinuity: Int64
    /// Seconds from the start of the title.
    let start: Double
    /// The presentation time of its first sample, in 1/90,000 s.
    let ticks: Int64
    /// Consecutive segments that one segment of subtitles goes with.
    var pieces: [Piece]
  }

  struct Piece {
    /// Seconds from the start of the title.
    let start: Double
    var duration: Double
    /// EXT-X-PROGRAM-DATE-TIME of its first segment.
    let date: String?

    var end: Double { start + duration }
  }

  /// A segment of subtitles is at least as long, in seconds, unless its section is shorter.
  static let length = 60.0
  /// A longer title is none that subtitles are made for, in seconds.
  static let longest = 360_000.0
  /// Bytes of a segment that are read for its first time.
  static let headLimit = 1 << 20

  private(set) var sections: [Section] = []
  private(set) var duration = 0.0

  private let bundle: OfflineBundle
  private let stream: StreamRecord
  private let playlist: MediaPlaylist
  private let listing: StreamListing

  /// - Throws: `damaged`; `exists` where the first time of a section cannot be told.
  init(of bundle: OfflineBundle) throws(BundleError) {
    self.bundle = bundle
    let manifest = bundle.manifest
    guard let primary = manifest.variants.first, let stream = manifest.stream(primary.stream),
      case .media(let playlist) = try LocalTitle.playlist(.mediaPlaylist(of: stream.folder), of: bundle)
    else {
      throw BundleError(.damaged, "reading", place: bundle.path, reason: "has no primary variant")
    }
    self.stream = stream
    self.playlist = playlist
    listing = try bundle.listing(of: stream)
    try read()
  }

  private mutating func read() throws(BundleError) {
    let files = Array(listing.segments)
    var start = 0.0
    for (index, segment) in playlist.segments.enumerated() {
      let isNew = sections.isEmpty || segment.isDiscontinuity
      if isNew {
        sections.append(
          Section(
            discontinuity: segment.discontinuitySequence, start: start,
            ticks: try ticks(from: index, files), pieces: []))
      }
      guard start + segment.duration <= Self.longest else {
        throw tooLong
      }
      let last = sections.count - 1
      if let open = sections[last].pieces.indices.last,
        sections[last].pieces[open].duration < Self.length || segment.duration <= 0
      {
        sections[last].pieces[open].duration += segment.duration
      } else {
        sections[last].pieces.append(
          Piece(start: start, duration: segment.duration, date: segment.programDateTime))
      }
      start += segment.duration
    }
    duration = start
  }

  /// The first time of a section that begins at a segment; gaps before the first bytes are counted back over.
  private func ticks(from index: Int, _ files: [StreamFile]) throws(BundleError) -> Int64 {
    var before = 0.0
    for position in index..<playlist.segments.count {
      let segment = playlist.segments[position]
      if position > index, segment.isDiscontinuity { break }
      guard !segment.isGap, files.indices.contains(position), !files[position].isGap else {
        before += segment.duration
        guard before <= Self.longest else { throw tooLong }
        continue
      }
      guard let ticks = try firstTicks(of: segment, files[position]) else {
        throw refusal(
          "the time of the first picture of \(stream.folder)/\(files[position].name) cannot be told")
      }
      return ticks - Int64((before * 90_000).rounded())
    }
    return 0
  }

  private var tooLong: BundleError {
    refusal("the title lasts more than \(Int(Self.longest / 3_600)) hours")
  }

  private func refusal(_ reason: String) -> BundleError {
    BundleError(.exists, "adding subtitles to", place: bundle.path, reason: reason)
  }

  private func firstTicks(of segment: MediaSegment, _ file: StreamFile) throws(BundleError) -> Int64? {
    let head = try clearHead(file, segment)
    switch stream.container {
    case .transportStream:
      // The tables may stand in an initialization section.
      let head = try initialization(of: segment) + head
      let report = TransportStream.report(in: head.span)
      let video = report.tracks.first { $0.kind == .video }?.firstPTS
      return (video ?? report.firstPTS).map { Int64($0) }
    case .packedAAC, .packedAC3, .packedEC3, .packedMP3:
      return Int64(PackedAudio.timestamp(in: head.span) ?? 0)
    default: return try fragmentTicks(head, segment)
    }
  }

  /// The initialization section that a segment needs, in the clear; empty without one.
  private func initialization(of segment: MediaSegment) throws(BundleError) -> [UInt8] {
    guard let number = segment.initialization, playlist.initializations.indices.contains(number) else {
      return []
    }
    let section = playlist.initializations[number]
    guard let path = BundlePath("\(stream.folder.text)/\(section.uri)"),
      let file = listing.initializations.first(where: { $0.name.text == section.uri })
    else { return [] }
    let bytes = try bundle.read(path, limit: Self.headLimit)
    return try decrypted(bytes, key: file.key, set: section.keySet, sequence: nil)
  }

  private func fragmentTicks(_ head: [UInt8], _ segment: MediaSegment) throws(BundleError) -> Int64? {
    let section = try initialization(of: segment)
    guard let tracks = try? InitSection.tracks(section.span),
      let list = try? Fragment.list(in: head.span, tracks: tracks)  // what makes no sense tells no time
    else { return nil }
    let track = tracks.first { $0.kind == .video } ?? tracks.first
    guard let track, let scale = track.timescale, scale > 0,
      let fragment = list.fragments.first(where: { $0.trackID == track.id }),
      let base = fragment.baseDecodeTime
    else { return nil }
    let edit = InitSection.editStart(ofTrack: track.id, in: section.span)
    let ticks = Double(base) + Double(fragment.presentationOffset) - Double(edit)
    let time = (ticks / Double(scale) * 90_000).rounded()
    return abs(time) < 9e15 ? Int64(time) : nil
  }

  /// The start of a file, decrypted where it is under AES-128.
  private func clearHead(_ file: StreamFile, _ segment: MediaSegment) throws(BundleError) -> [UInt8] {
    let path = BundlePath.media(file.name, of: stream.folder)
    var bytes = [UInt8](repeating: 0, count: Int(min(Int64(Self.headLimit), file.bytes)))
    let open = try bundle.openForReading(path)
    var count = 0
    do throws(SystemError) {
      while count < bytes.count {
        var rest = [UInt8](repeating: 0, count: bytes.count - count)
        let read = try open.read(into: &rest)
        guard read > 0 else { break }
        bytes.replaceSubrange(count..<count + read, with: rest[..<read])
        count += read
      }
    } catch {
      throw BundleError(
        .disk, "reading", place: bundle.path, file: path.text, reason: error.reason, system: error)
    }
    bytes.removeLast(bytes.count - count)
    return try decrypted(bytes, key: file.key, set: segment.keySet, sequence: segment.mediaSequence)
  }

  /// - Parameters:
  ///   - number: of the manifest's keys; nil: the bytes are clear.
  ///   - set: of the playlist's keys.
  ///   - sequence: stands in for an IV that is not written; nil where one must be.
  private func decrypted(
    _ bytes: [UInt8], key number: Int?, set: Int?, sequence: Int64?
  ) throws(BundleError) -> [UInt8] {
    guard let number, let set, let key = playlist.keySets[set].first(where: { $0.method == .aes128 }) else {
      return bytes
    }
    let record = bundle.manifest.keys.indices.contains(number) ? bundle.manifest.keys[number] : nil
    guard let path = record?.path else { return [] }
    let secret = try bundle.read(path, limit: 64)
    guard let iv = key.iv ?? sequence.map({ Key.implicitIV(mediaSequence: $0) }) else { return [] }
    guard let decryptor = try? AES128CBCDecryptor(key: secret, iv: iv) else { return [] }
    var clear: [UInt8] = []
    decryptor.update(bytes.span.bytes) { (part: RawSpan) in
      part.withUnsafeBytes { clear.append(contentsOf: $0) }
    }
    return clear
  }
}
