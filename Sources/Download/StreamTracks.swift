import BundleStore
import Media

/// What the stored streams really contain, for CODECS and its like.
struct StreamTracks {
  private var tracks: [StreamFolder: [TrackFacts]] = [:]
  private var holdsText: Set<StreamFolder> = []
  private var peaks: [StreamFolder: Int64] = [:]
  /// Streams whose tracks are known for certain.
  private var known: Set<StreamFolder> = []

  /// - Parameter peak: the measured peak bit rate.
  mutating func add(_ folder: StreamFolder, _ state: StreamState, peak: Int64) {
    peaks[folder] = peak
    let isText = state.container == .webVTT || state.container == .ttml || folder.kind == .subtitles
    if isText { holdsText.insert(folder) }
    tracks[folder] = state.tracks
    if state.isInspected, isText || !state.tracks.isEmpty { known.insert(folder) }
  }

  func tracks(of folder: StreamFolder) -> [TrackFacts] { tracks[folder] ?? [] }

  /// The measured peak of these streams played together, one of each kind: bits per second, at least 1.
  func peak(of folders: [StreamFolder]) -> Int64 {
    let kinds = Dictionary(grouping: folders, by: \.kind)
    let highest = kinds.values.map { $0.map { peaks[$0] ?? 0 }.max() ?? 0 }
    return max(1, highest.reduce(Int64(0)) { $0.addingSaturated($1) })
  }

  /// The value of CODECS for a line that plays these streams together: entries that nothing kept uses are left
  /// out, what was not named is added. nil: the line says so already.
  func codecs(of folders: [StreamFolder], written: [String]) -> String? {
    let present = folders.flatMap { tracks[$0] ?? [] }
    var unseen: Set<TrackKind> = folders.contains(where: holdsText.contains) ? [.text] : []
    for folder in folders where !known.contains(folder) {
      unseen.formUnion(folder.kind == .audio ? [.audio] : [.video, .audio, .text])
    }
    let entries = CodecFamily.filtered(written, keeping: present, unseen: unseen)
    return entries.isEmpty || entries == written ? nil : entries.joined(separator: ",")
  }
}
