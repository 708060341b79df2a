package import Media

/// What the stored streams really contain, for CODECS and its like.
package struct StreamTracks: Sendable {
  private var tracks: [StreamFolder: [TrackFacts]] = [:]
  private var holdsText: Set<StreamFolder> = []
  private var peaks: [StreamFolder: Int64] = [:]
  /// Streams whose tracks are known for certain.
  private var known: Set<StreamFolder> = []

  package init() {}

  /// - Parameters:
  ///   - container: of its segments; nil when that is not known.
  ///   - isInspected: whether its bytes were looked into.
  ///   - peak: the measured peak bit rate.
  package mutating func add(
    _ folder: StreamFolder, tracks found: [TrackFacts], container: Container?, isInspected: Bool, peak: Int64
  ) {
    peaks[folder] = peak
    let isText = container == .webVTT || container == .ttml || folder.kind == .subtitles
    if isText { holdsText.insert(folder) }
    tracks[folder] = found
    if isInspected, isText || !found.isEmpty { known.insert(folder) }
  }

  /// What a manifest tells of a stream.
  package mutating func add(_ stream: StreamRecord) {
    add(
      stream.folder, tracks: stream.tracks.map(\.facts), container: stream.container,
      isInspected: stream.inspected, peak: stream.peakBandwidth)
  }

  package func tracks(of folder: StreamFolder) -> [TrackFacts] { tracks[folder] ?? [] }

  /// The measured peak of these streams played together, one of each kind: bits per second, at least 1.
  package func peak(of folders: [StreamFolder]) -> Int64 {
    let kinds = Dictionary(grouping: folders, by: \.kind)
    let highest = kinds.values.map { $0.map { peaks[$0] ?? 0 }.max() ?? 0 }
    return max(
      1,
      highest.reduce(Int64(0)) { sum, next in
        let (total, overflow) = sum.addingReportingOverflow(next)
        return overflow ? .max : total
      })
  }

  /// The entries of CODECS for a line that plays these streams together: entries that nothing kept uses are left
  /// out, what was not named is added. nil: the line says so already.
  package func codecs(of folders: [StreamFolder], written: [String]) -> [String]? {
    let present = folders.flatMap { tracks[$0] ?? [] }
    var unseen: Set<TrackKind> = folders.contains(where: holdsText.contains) ? [.text] : []
    for folder in folders where !known.contains(folder) {
      unseen.formUnion(folder.kind == .audio ? [.audio] : [.video, .audio, .text])
    }
    let entries = CodecFamily.filtered(written, keeping: present, unseen: unseen)
    return entries.isEmpty || entries == written ? nil : entries
  }

  /// What a line that plays these streams together says of the picture.
  func picture(of folders: [StreamFolder]) -> PictureWords {
    PictureWords(of: folders.flatMap { tracks[$0] ?? [] })
  }
}

extension TrackRecord {
  /// As far as they are recorded.
  package var facts: TrackFacts {
    let kind: TrackKind =
      switch kind {
      case .video: .video
      case .audio: .audio
      case .text: .text
      case .other: .other
      }
    return TrackFacts(
      kind: kind, codec: codec, width: width, height: height, frameRate: frameRate, channels: channels,
      sampleRate: sampleRate, language: language)
  }
}
