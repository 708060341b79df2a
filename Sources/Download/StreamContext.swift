import BundleStore
import Digest
import Files
import Media
import Playlist
import Synchronization

/// What all pieces of one stream share while they are written.
final class StreamContext: Sendable {
  let stream: PlannedStream
  let folder: Folder
  let pool: BufferPool
  let counter = ByteCounter()
  private let keys: [[UInt8]]
  private let state: Mutex<StreamState>
  private let onStored: @Sendable (StoredPiece) -> Void

  /// - Parameters:
  ///   - keys: the bytes of the plan's keys, by number; empty where they are not at hand.
  ///   - onStored: called on the writing thread when a piece is whole on disk.
  init(
    _ stream: PlannedStream, folder: Folder, pool: BufferPool, keys: [[UInt8]],
    onStored: @escaping @Sendable (StoredPiece) -> Void
  ) {
    self.stream = stream
    self.folder = folder
    self.pool = pool
    self.keys = keys
    self.onStored = onStored
    state = Mutex(StreamState(pieces: stream.pieces.count))
  }

  /// A stream that a bundle holds already: nothing of it is written.
  /// - Parameter folder: any; no file of it is touched.
  convenience init(
    _ stream: PlannedStream, holding kept: KeptStream, in folder: Folder, pool: BufferPool
  ) {
    self.init(stream, folder: folder, pool: pool, keys: []) { _ in }
    // Where its tracks were found is not known any more: that they are of the stream is.
    var tracks = kept.record.tracks.map(\.facts)
    for file in kept.listing.files where !file.isGap {
      guard let index = stream.piece(file.name.role, file.name.index) else { continue }
      let facts = PieceFacts(
        name: file.name.text, bytes: file.bytes, digest: file.sha256, container: file.name.container,
        isInspected: kept.record.inspected, disguise: file.disguise, encoding: file.encoding, sample: tracks)
      tracks = []
      counter.add(file.bytes)
      state.withLock { $0.store(facts, at: index, isOld: true) }
    }
  }

  /// What decrypts a piece; nil where nothing at hand does.
  func key(of piece: Piece) -> [UInt8]? {
    guard let cipher = piece.cipher, cipher.isAES128, keys.indices.contains(cipher.key),
      !keys[cipher.key].isEmpty
    else { return nil }
    return keys[cipher.key]
  }

  /// Opens the file of a piece; its extension follows the bytes, else what MAP and the
  /// address say.
  func create(_ piece: Piece, content: Content?) throws(PieceFailure) -> StagedFile {
    let known = content?.container.flatMap { $0 == .unknown ? nil : $0 }
    guard let name = PieceNames.name(of: piece, container: known, in: stream) else {
      throw PieceFailure(kind: .wrongSource, sentence: "is one segment too many", isRetriable: false)
    }
    do {
      return StagedFile(try folder.createFile(name.text, exclusive: false), name: name.text)
    } catch {
      throw PieceFailure(error)
    }
  }

  func discard(_ file: StagedFile) {
    // What cannot be removed stays in the unfinished bundle, where no listing names it.
    try? file.close()
    try? folder.remove(file.name)
  }

  func store(_ facts: PieceFacts, at index: Int) {
    state.withLock { $0.store(facts, at: index) }
    onStored(StoredPiece(index: index, facts: facts))
  }

  /// Takes up a file of an earlier run, which the journal vouches for; its tracks are looked at again.
  func takeUp(_ file: StreamFile, at index: Int) {
    let piece = stream.pieces[index]
    let container = file.name.container
    let isOpen = piece.storedKey == nil || (piece.cipher?.iv != nil && key(of: piece) != nil)
    var sample: [TrackFacts] = []
    if piece.isSample, isOpen { sample = ResumedSample.tracks(of: file, piece, in: self) }
    let facts = PieceFacts(
      name: file.name.text, bytes: file.bytes, digest: file.sha256, container: container, isInspected: isOpen,
      disguise: file.disguise, encoding: file.encoding, sample: sample)
    counter.add(file.bytes)
    state.withLock { $0.store(facts, at: index, isOld: true) }
  }

  var snapshot: StreamState { state.withLock { $0 } }

  func isStored(_ index: Int) -> Bool { state.withLock { $0.facts[index] != nil } }

  /// What is stored, without copying the facts.
  func loaded() -> LoadedPart {
    state.withLock { $0.loaded(of: stream) }
  }
}

/// What became of one piece.
struct PieceFacts: Sendable {
  let name: String
  let bytes: Int64
  let digest: SHA256Digest
  let container: Container
  /// The clear bytes were seen.
  let isInspected: Bool
  /// What it was disguised as; nil without a disguise.
  let disguise: StreamFile.Disguise?
  /// A content coding that nobody had asked for and that was undone; nil without.
  let encoding: String?
  let sample: [TrackFacts]
}

struct StoredPiece: Sendable {
  let index: Int
  let facts: PieceFacts
}

/// Bytes that have come for a stream, those under way included.
final class ByteCounter: Sendable {
  private let value = Atomic<Int64>(0)

  func add(_ bytes: Int64) { value.wrappingAdd(bytes, ordering: .relaxed) }
  var bytes: Int64 { value.load(ordering: .relaxed) }
}
