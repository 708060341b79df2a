package import Addresses
package import BundleStore
package import Playlist

/// One media playlist that will be a folder of the bundle, however many lines of the source name it.
package struct PlannedStream: Sendable {
  package internal(set) var folder: StreamFolder
  /// The URL that answered with the playlist; relative references start there.
  package let uri: URI
  package let identity: Identity
  package let playlist: MediaPlaylist
  /// The playlist as it was received, to be kept.
  package let original: [UInt8]
  /// In the order of the playlist: each initialization section before the first segment that uses it.
  package private(set) var pieces: [Piece]
  /// BANDWIDTH of the source's lines, bits per second; nil for a rendition.
  package let bandwidth: Int64?
  /// Bytes of media to be stored: exact where every piece is a byte range, else by AVERAGE-BANDWIDTH or
  /// BANDWIDTH and duration; a rendition without either counts as `assumedRate`.
  package internal(set) var estimatedBytes: Int64
  /// The estimate rests on byte ranges or on what the source promises, not on what is usual.
  package let isEstimateFounded: Bool
  /// Media that other streams of the plan store; nil where this one has its segments itself.
  let borrowed: BorrowedMedia?

  /// Where its playlist is to be had, the place of the choice first; empty where there is only one.
  package var places: [StreamPlace] = []
  /// The address that was asked for the playlist, before redirects; nil: `uri`.
  var askedURI: URI?

  /// Numbers of initialization sections, as the pieces have them.
  let sections: SectionNumbers
  private let sectionPieces: [Int]
  private let segmentPieces: [Int]

  init(
    folder: StreamFolder, uri: URI, identity: Identity, playlist: MediaPlaylist, original: [UInt8],
    pieces: [Piece], bandwidth: Int64?, estimatedBytes: Int64, isEstimateFounded: Bool = false,
    borrowed: BorrowedMedia? = nil
  ) {
    self.folder = folder
    self.uri = uri
    self.identity = identity
    self.playlist = playlist
    self.original = original
    self.pieces = pieces
    self.bandwidth = bandwidth
    self.estimatedBytes = estimatedBytes
    self.borrowed = borrowed
    let wanted = pieces.filter { !$0.isGap }
    self.isEstimateFounded = isEstimateFounded || wanted.allSatisfy { $0.range != nil }
    sections = SectionNumbers.all(of: playlist)
    // Both kinds come in the order of their numbers.
    sectionPieces = pieces.indices.filter { !pieces[$0].isSegment }
    segmentPieces = pieces.indices.filter { pieces[$0].isSegment }
  }

  /// The index of a piece by its name's role and number; nil when there is none.
  func piece(_ role: MediaFileName.Role, _ number: Int) -> Int? {
    let list = role == .segment ? segmentPieces : sectionPieces
    return list.indices.contains(number) ? list[number] : nil
  }

  /// The same with other numbers for its keys.
  /// - Parameter numbers: by the number until now; one that is not in it stays.
  func renumbered(_ numbers: [Int: Int]) -> PlannedStream {
    var copy = self
    for index in pieces.indices {
      guard let cipher = pieces[index].cipher, let number = numbers[cipher.key] else { continue }
      copy.pieces[index].cipher?.key = number
    }
    return copy
  }

  /// The address that was asked for the playlist.
  package var asked: URI { askedURI ?? uri }
  package var duration: Double { playlist.duration }
  package var gaps: Int { playlist.segments.count { $0.isGap } }
  /// The media are parts of what other streams store, so that nothing is fetched for segments.
  package var isBorrowed: Bool { borrowed != nil }
}

extension PlannedStream {
  /// Bits per second of a stream about which the source says nothing.
  static func assumedRate(_ kind: StreamKind) -> Double {
    switch kind {
    case .subtitles: 2_000
    case .audio: 128_000
    default: 2_000_000
    }
  }

  /// - Parameter rate: bits per second that the source promises; nil: unknown.
  static func estimate(
    _ pieces: [Piece], duration: Double, rate: Double?, kind: StreamKind
  ) -> Int64 {
    let wanted = pieces.filter { !$0.isGap }
    let ranges = wanted.compactMap { $0.range?.length }
    if ranges.count == wanted.count, !wanted.isEmpty {
      return ranges.reduce(Int64(0)) { $0.addingSaturated($1) }
    }
    let bytes = (rate ?? assumedRate(kind)) * max(0, duration) / 8
    return bytes < 9e18 ? Int64(bytes) : .max
  }
}
