import BundleStore
import Playlist
import Selection

/// Which streams of a bundle a fresh plan means, and whether it still means the same media.
struct SourceMatch: Sendable {
  /// The plan, its streams under the names of their folders in the bundle.
  let plan: BuildPlan
  /// The bundle's streams by index into the plan's; nil for one that the bundle does not have.
  let streams: [StreamRecord?]

  init(_ plan: BuildPlan, _ manifest: Manifest) {
    var plan = plan
    var streams: [StreamRecord?] = []
    for index in plan.streams.indices {
      let record = Self.record(of: index, in: plan, manifest)
      streams.append(record)
      if let record { plan.streams[index].folder = record.folder }
    }
    self.plan = plan
    self.streams = streams
  }

  func index(of folder: StreamFolder) -> Int? { streams.firstIndex { $0?.folder == folder } }

  /// Folders as the plan has them to those that the bundle has.
  func folders(_ planned: BuildPlan) -> [StreamFolder: StreamFolder] {
    Dictionary(
      zip(planned.streams, plan.streams).map { ($0.folder, $1.folder) },
      uniquingKeysWith: { first, _ in first })
  }

  /// By the stream's identity; where the source has moved, by what the lines of the source say of it.
  private static func record(of index: Int, in plan: BuildPlan, _ manifest: Manifest) -> StreamRecord? {
    let folder = plan.streams[index].folder
    let same = manifest.streams.filter { $0.folder.kind == folder.kind && $0.folder.hash == folder.hash }
    if let last = same.max(by: { $0.folder.generation < $1.folder.generation }) { return last }
    let sameKind = manifest.streams.filter { $0.folder.kind == folder.kind }
    if sameKind.count == 1, plan.streams.count(where: { $0.folder.kind == folder.kind }) == 1 {
      return sameKind[0]
    }
    let variants = Set(plan.variants.filter { $0.stream == index }.map { words($0.record) })
    let renditions = Set(plan.renditions.filter { $0.stream == index }.map { words($0.record) })
    let candidates =
      manifest.variants.filter { variants.contains(words($0.record)) }.map(\.stream)
      + manifest.renditions.filter { renditions.contains(words($0.record)) }.compactMap(\.stream)
    guard let first = candidates.first, candidates.allSatisfy({ $0 == first }) else { return nil }
    return manifest.stream(first)
  }

  /// All that a line says but where the stream is.
  private static func words(_ record: VariantRecord) -> VariantRecord {
    var record = record
    record.id = ""
    record.uri = ""
    return record
  }

  private static func words(_ record: RenditionRecord) -> RenditionRecord {
    var record = record
    record.id = ""
    record.uri = nil
    return record
  }
}

extension PieceMatch {
  /// What of a stream's pieces is not as its listing says, to stand after the playlist's address; nil where each
  /// file has its counterpart.
  static func difference(_ stream: PlannedStream, from listing: StreamListing) -> String? {
    guard listing.files.count == stream.pieces.count else {
      return "has \(stream.pieces.count) segments and initialization sections now, not \(listing.files.count)"
    }
    for file in listing.files {
      guard let index = stream.piece(file.name.role, file.name.index) else {
        return "has nothing for \(file.name.text)"
      }
      guard let difference = difference(stream.pieces[index], in: stream, from: file) else { continue }
      return "differs at \(file.name.text): \(difference)"
    }
    return nil
  }

  private static func difference(_ piece: Piece, in stream: PlannedStream, from file: StreamFile) -> String? {
    guard piece.range?.length == file.source?.length, piece.range?.offset == file.source?.offset else {
      return "its byte range is another"
    }
    guard (piece.storedKey == nil) == (file.key == nil) else { return "it is encrypted otherwise" }
    guard case .segment(let number) = piece.role else { return nil }
    let segment = stream.playlist.segments[number]
    guard segment.mediaSequence == file.sequence else {
      return "its sequence number is \(segment.mediaSequence)"
    }
    guard segment.discontinuitySequence == file.discontinuity else {
      return "it stands after another discontinuity"
    }
    guard abs(piece.duration - (file.durationSeconds ?? 0)) <= tolerance else {
      return "it lasts \(piece.duration) s, not \(file.durationSeconds ?? 0) s"
    }
    guard !piece.isGap || file.isGap else { return "it is a gap" }
    return nil
  }
}
