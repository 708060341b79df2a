import Addresses
import BundleStore
import Media
import Playlist

/// A part of a file that another stream of the same bundle stores.
struct BorrowedRange: Sendable, Hashable {
  /// Index into the plan's streams.
  let stream: Int
  /// Index into that stream's pieces.
  let piece: Int
  /// The part, counted from the first byte of what was fetched for the piece; nil: all of it.
  let range: ByteRange?
}

/// The media of an I-frame playlist whose frames lie in segments that the bundle stores anyway.
package struct BorrowedMedia: Sendable, Hashable {
  /// By index into the playlist's segments.
  let segments: [BorrowedRange]
  /// By the number of the initialization section; empty where the stream has its own.
  let sections: [BorrowedRange]
}

/// Finds parts of resources among the pieces of planned streams.
struct MediaIndex {
  private struct Entry {
    let stream: Int
    let piece: Int
    let range: ByteRange?
  }

  private let volatile: VolatileParameters
  /// By the identity of the resource: whole ones first, then by offset.
  private var resources: [String: [Entry]] = [:]

  /// - Parameter volatile: what of an address does not say which resource is meant.
  init(of streams: [PlannedStream], ignoring volatile: VolatileParameters) {
    self.volatile = volatile
    for (number, stream) in streams.enumerated() {
      var last: (uri: URI, key: String)?
      for (index, piece) in stream.pieces.enumerated() where !piece.isGap {
        let key = last?.uri == piece.uri ? last?.key ?? "" : Identity(of: piece.uri, ignoring: volatile).text
        last = (piece.uri, key)
        resources[key, default: []].append(Entry(stream: number, piece: index, range: piece.range))
      }
    }
    for key in resources.keys {
      resources[key]?.sort { ($0.range?.offset ?? -1, $0.stream) < ($1.range?.offset ?? -1, $1.stream) }
    }
  }

  /// The stored file that holds all of a part; nil when none does.
  func place(of uri: URI, _ range: ByteRange?) -> BorrowedRange? {
    guard let entries = resources[Identity(of: uri, ignoring: volatile).text], let first = entries.first
    else {
      return nil
    }
    if first.range == nil { return BorrowedRange(stream: first.stream, piece: first.piece, range: range) }
    guard let range else { return nil }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if (entries[middle].range?.offset ?? 0) <= range.offset { low = middle + 1 } else { high = middle }
    }
    // Ranges that begin at the same byte stand side by side; the parts of honest sources do not overlap otherwise.
    for entry in entries[..<low].suffix(8).reversed() {
      guard let stored = entry.range, stored.end >= range.end else { continue }
      let inner = ByteRange(offset: range.offset - stored.offset, length: range.length)
      return BorrowedRange(stream: entry.stream, piece: entry.piece, range: stored == range ? nil : inner)
    }
    return nil
  }

  /// All media of a playlist; nil when a segment of it is stored nowhere, or is a gap.
  /// - Parameter pieces: of the playlist, as if they were to be fetched.
  func borrowed(_ pieces: [Piece]) -> BorrowedMedia? {
    var segments: [BorrowedRange] = []
    var sections: [BorrowedRange] = []
    var lacksSection = false
    for piece in pieces {
      let place = piece.isGap ? nil : place(of: piece.uri, piece.range)
      switch (piece.role, place) {
      case (.segment, let place?): segments.append(place)
      case (.segment, nil): return nil
      case (.initialization, let place?): sections.append(place)
      case (.initialization, nil): lacksSection = true
      }
    }
    return BorrowedMedia(segments: segments, sections: lacksSection ? [] : sections)
  }
}

/// Borrowed media as the local playlist of the borrowing stream names them.
struct BorrowedNames {
  struct Part: Hashable {
    /// Relative to the folder of the borrowing stream.
    let uri: String
    /// Within the file; nil: all of it.
    let range: ByteRange?
    let bytes: Int64
  }

  /// By index into the playlist's segments.
  let segments: [Part]
  /// By the number of the initialization section; empty where the stream has its own.
  let sections: [Part]
  let container: Container?

  /// - Returns: nil for a stream that has its media itself.
  /// - Throws: `wrongSource` when a range is not within the file that it is a part of.
  init?(of stream: PlannedStream, in streams: [GatheredStream]) throws(DownloadError) {
    guard let borrowed = stream.borrowed else { return nil }
    let place = stream.uri.pathText
    segments = try borrowed.segments.map { (range) throws(DownloadError) in
      try Self.part(range, in: streams, place: place)
    }
    sections = try borrowed.sections.map { (range) throws(DownloadError) in
      try Self.part(range, in: streams, place: place)
    }
    container = borrowed.segments.first.flatMap { streams[$0.stream].state.container }
  }

  private static func part(
    _ borrowed: BorrowedRange, in streams: [GatheredStream], place: String
  ) throws(DownloadError) -> Part {
    let lender = streams[borrowed.stream]
    let name = lender.names[borrowed.piece]
    let facts = lender.state.facts[borrowed.piece]
    let bytes = facts?.bytes ?? 0
    let uri = "../\(lender.plan.folder.text)/\(name)"
    guard let range = borrowed.range else { return Part(uri: uri, range: nil, bytes: bytes) }
    // What a segment was disguised as was taken off its head.
    let offset = range.offset - (facts?.disguise?.bytes ?? 0)
    guard offset >= 0, let local = ByteRange(offset: offset, length: range.length), local.end <= bytes else {
      throw DownloadError(
        .wrongSource,
        "\(place): the range \(range.length)@\(range.offset) is not within "
          + "\(lender.plan.pieces[borrowed.piece].uri.pathText), of which \(bytes) bytes are stored",
        hint: "leave out --trick-play")
    }
    return Part(uri: uri, range: offset == 0 && range.length == bytes ? nil : local, bytes: range.length)
  }
}
