import Addresses
import BundleStore
import Files
import Playlist

/// A stream of a bundle on disk that stays as it is.
struct KeptStream: Sendable {
  let record: StreamRecord
  let listing: StreamListing

  /// Reads the stream's listing, never its media.
  init(_ record: StreamRecord, of bundle: OfflineBundle) throws(BundleError) {
    self.record = record
    listing = try bundle.listing(of: record)
  }

  /// Names of the files, by index into the plan's pieces.
  func names(for stream: PlannedStream) -> [String] {
    var names = [String](repeating: "", count: stream.pieces.count)
    for file in listing.files {
      if let index = stream.piece(file.name.role, file.name.index) { names[index] = file.name.text }
    }
    return names
  }
}

/// What of a stream is otherwise in the source than in the bundle.
struct StreamDifference {
  private let stream: PlannedStream
  private let listing: StreamListing

  init(_ stream: PlannedStream, _ kept: KeptStream) {
    self.stream = stream
    listing = kept.listing
  }

  /// In the shape of the timeline: a sentence that begins with the stream's path; nil where there is none.
  var ofShape: String? { shape.map { "\(stream.uri.pathText) \($0)" } }

  /// Also in the addresses of segments, the host not counted: then the same times hold other media.
  func ofMedia(hiding redacted: (Piece) -> String) -> String? {
    if let ofShape { return ofShape }
    for file in listing.files {
      guard let source = file.source?.uri, let index = stream.piece(file.name.role, file.name.index) else {
        continue
      }
      let now = redacted(stream.pieces[index])
      guard Self.pathAndQuery(now) != Self.pathAndQuery(source) else { continue }
      return "\(stream.uri.pathText) names another resource for \(file.name.text): \(Self.pathAndQuery(now))"
    }
    return nil
  }

  private static func pathAndQuery(_ address: String) -> String {
    guard let uri = try? URI(address) else { return address }  // what is no address is compared as it is
    return uri.query.map { "\(uri.path)?\($0)" } ?? uri.path
  }

  private var shape: String? {
    let segments = Array(listing.segments)
    // What borrows its media stores none.
    guard !stream.isBorrowed else { return segments.isEmpty ? nil : "has its frames in packed segments now" }
    let planned = stream.pieces.filter(\.isSegment)
    guard planned.count == segments.count else {
      return "has \(planned.count) segments, the bundle \(segments.count)"
    }
    for (index, (piece, file)) in zip(planned, segments).enumerated() {
      guard let difference = difference(piece, at: index, from: file) else { continue }
      return "differs at segment \(index): \(difference)"
    }
    return sections
  }

  private var sections: String? {
    let planned = stream.pieces.filter { !$0.isSegment }
    let stored = Array(listing.initializations)
    guard planned.count == stored.count else {
      return "has \(planned.count) initialization sections, the bundle \(stored.count)"
    }
    for (piece, file) in zip(planned, stored) where piece.range?.length != file.source?.length {
      return "has another range for \(file.name.text)"
    }
    return nil
  }

  private func difference(_ piece: Piece, at index: Int, from file: StreamFile) -> String? {
    let segment = stream.playlist.segments[index]
    if piece.isGap != file.isGap {
      return piece.isGap ? "it is a gap now" : "it is a gap in the bundle"
    }
    let duration = file.durationSeconds ?? 0
    guard abs(piece.duration - duration) <= PieceMatch.tolerance else {
      return "it lasts \(piece.duration) s, in the bundle \(duration) s"
    }
    guard segment.discontinuitySequence == file.discontinuity else {
      return
        "its discontinuity sequence is \(segment.discontinuitySequence), in the bundle \(file.discontinuity)"
    }
    guard file.sequence == nil || segment.mediaSequence == file.sequence else {
      return "its media sequence number is \(segment.mediaSequence), in the bundle \(file.sequence ?? 0)"
    }
    guard piece.isGap || piece.range?.length == file.source?.length else {
      return "its byte range has another length"
    }
    guard piece.isGap || (piece.storedKey == nil) == (file.key == nil) else {
      return piece.storedKey == nil ? "it is clear now" : "it is encrypted now"
    }
    return nil
  }
}
