import Addresses
import BundleStore
import Digest
import Playlist

/// Turns pieces into the records of a bundle, and records back into pieces.
struct FileRecords: Sendable {
  let volatile: VolatileParameters

  /// The record of a stored piece; nil when its name is outside of the grammar, which no plan makes.
  func file(_ facts: PieceFacts, at index: Int, in stream: PlannedStream) -> StreamFile? {
    guard let name = MediaFileName(facts.name) else { return nil }
    let piece = stream.pieces[index]
    return record(
      piece, in: stream, name: name, bytes: facts.bytes, digest: facts.digest, disguise: facts.disguise,
      encoding: facts.encoding)
  }

  /// The record of a gap: an empty file of ours.
  func gap(_ piece: Piece, in stream: PlannedStream, name: MediaFileName) -> StreamFile {
    record(
      piece, in: stream, name: name, bytes: 0, digest: SHA256Digest.of([UInt8]()), disguise: nil,
      encoding: nil)
  }

  private func record(
    _ piece: Piece, in stream: PlannedStream, name: MediaFileName, bytes: Int64, digest: SHA256Digest,
    disguise: StreamFile.Disguise?, encoding: String?
  ) -> StreamFile {
    let source = StreamFile.Source(
      uri: Redaction.redacted(piece.uri, volatile: volatile), offset: piece.range?.offset,
      length: piece.range?.length)
    guard case .segment(let number) = piece.role else {
      return StreamFile(
        name: name, bytes: bytes, sha256: digest, source: source, key: piece.storedKey, disguise: disguise,
        encoding: encoding)
    }
    let segment = stream.playlist.segments[number]
    return StreamFile(
      name: name, bytes: bytes, sha256: digest, source: source, sequence: segment.mediaSequence,
      discontinuity: segment.discontinuitySequence, durationSeconds: segment.duration,
      startSeconds: piece.start,
      map: segment.isGap ? nil : segment.initialization.flatMap { stream.sections[$0] },
      key: piece.storedKey, isGap: piece.isGap, disguise: disguise, encoding: encoding)
  }

  /// The piece that an earlier run's file answers; nil when the source asks for something else now.
  func piece(for entry: JournalEntry, in stream: PlannedStream) -> Int? {
    let name = entry.file.name
    guard let index = stream.piece(name.role, name.index) else { return nil }
    let piece = stream.pieces[index]
    let identity = IdentityHash(of: Identity(of: piece.uri, ignoring: volatile))
    let source = Redaction.redacted(piece.uri, volatile: volatile)
    guard !piece.isGap, !entry.file.isGap, (entry.file.key == nil) == (piece.storedKey == nil),
      entry.identity != nil || entry.file.source?.uri == source,
      entry.answers(
        stream: stream.folder, name: name.role, index: name.index, identity: identity,
        offset: piece.range?.offset, length: piece.range?.length),
      entry.file.sequence == nil || entry.file.sequence == piece.sequence
    else { return nil }
    return index
  }
}
