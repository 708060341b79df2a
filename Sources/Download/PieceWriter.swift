import BundleStore
import Digest
import Files
import Media
import Playlist
import Transfer

/// Takes the bytes of one piece from the wire to its file: gathered, inspected in the clear, hashed as they
/// will be stored, written; the extension is decided by the first bytes. Used by one thread at a time.
final class PieceWriter: PieceSink {
  private let context: StreamContext
  private let index: Int
  private let piece: Piece

  private var buffer: [UInt8] = []
  private var hasher = SHA256Hasher()
  private var inspector: SegmentInspector
  private var decryptor: AES128CBCDecryptor?
  private var file: StagedFile?
  private var sample: [UInt8] = []
  private var removedHead: StreamFile.Disguise?
  private var isStarted = false
  private var stored: Int64 = 0
  private var counted: Int64 = 0
  private var lengthIsKnown = false
  private var encoding: String?

  init(_ index: Int, of context: StreamContext) {
    self.context = context
    self.index = index
    piece = context.stream.pieces[index]
    inspector = SegmentInspector(expected: .segment)
  }

  // MARK: - What the engine calls

  /// Going on is more of the same, unless the bytes were decoded: then no range names the rest of them.
  var canResume: Bool { encoding == nil }

  func begin(_ head: ResponseHead) throws {
    try begin(lengthIsKnown: head.contentLength != nil, encoding: head.contentEncoding)
  }

  /// - Parameter lengthIsKnown: the sender said how many bytes would come, so that a short body was noticed; of a
  ///   compressed body they are the compressed bytes, whose own end the engine asks for besides.
  func begin(lengthIsKnown: Bool, encoding: String?) throws(PieceFailure) {
    abandon()
    self.lengthIsKnown = lengthIsKnown
    self.encoding = encoding
    buffer = context.pool.take()
    hasher.reset()
    inspector = SegmentInspector(expected: expectation)
    decryptor = try makeDecryptor()
  }

  func receive(_ bytes: RawSpan) throws {
    try take(bytes)
  }

  func take(_ bytes: RawSpan) throws(PieceFailure) {
    counted += Int64(bytes.byteCount)
    context.counter.add(Int64(bytes.byteCount))
    bytes.withUnsafeBytes { buffer.append(contentsOf: $0) }
    if buffer.count >= BufferPool.size { try flush() }
  }

  func end() throws {
    try finish()
  }

  func finish() throws(PieceFailure) {
    var gathered = buffer
    buffer = []
    inspect(&gathered)
    // The whole is known before its last part is written: a short body gets its name here.
    let inspection = try verdict(&gathered)
    if !isStarted { try start(&gathered, content: inspection.content) }
    try write(&gathered)
    guard let file else { return }
    do { try file.close() } catch { throw PieceFailure(error) }
    self.file = nil
    context.pool.give(gathered)
    counted = 0
    let facts = PieceFacts(
      name: file.name, bytes: stored, digest: hasher.finish(),
      container: seen(inspection.content)?.container ?? .unknown,
      isInspected: isOpen, disguise: removedHead, encoding: encoding, sample: tracks(inspection))
    isStarted = false
    context.store(facts, at: index)
  }

  func abandon() {
    if let file {
      self.file = nil
      context.discard(file)
    }
    if !buffer.isEmpty || buffer.capacity > 0 {
      context.pool.give(buffer)
      buffer = []
    }
    context.counter.add(-counted)
    counted = 0
    stored = 0
    isStarted = false
    removedHead = nil
    sample.removeAll(keepingCapacity: false)
  }

  // MARK: - In between

  /// Whether the clear bytes can be seen.
  private var isOpen: Bool { piece.cipher == nil || decryptor != nil }

  /// The clear bytes are stored, not those that came.
  private var isDecrypting: Bool { piece.cipher?.isRemoved == true }

  /// What can be said of the kind of the bytes: of a segment that nobody here can open, nothing.
  private func seen(_ content: Content?) -> Content? { isOpen || !piece.isSegment ? content : nil }

  private var expectation: SegmentInspector.Expected {
    if case .initialization = piece.role { return .initialization }
    if context.stream.folder.kind == .images { return .image }
    if context.stream.playlist.iFramesOnly || context.stream.folder.kind == .iFrames { return .iFrame }
    guard let cipher = piece.cipher, context.key(of: piece) == nil else { return .segment }
    return cipher.isAES128 ? .opaque : .sealed
  }

  /// A Media Segment for which the playlist names no initialization section.
  private var needsSection: Bool {
    guard case .segment(let number) = piece.role else { return false }
    return context.stream.playlist.segments[number].initialization == nil
  }

  private func makeDecryptor() throws(PieceFailure) -> AES128CBCDecryptor? {
    guard let iv = piece.cipher?.iv, let key = context.key(of: piece) else {
      guard !isDecrypting else {
        throw PieceFailure(
          kind: .protected, sentence: "cannot be decrypted: no key is at hand", isRetriable: false)
      }
      return nil
    }
    do {
      return try AES128CBCDecryptor(key: key, iv: iv)
    } catch {
      throw PieceFailure(kind: .wrongSource, sentence: "cannot be decrypted: \(error)", isRetriable: false)
    }
  }

  /// Inspects, hashes and writes what was gathered.
  private func flush() throws(PieceFailure) {
    var gathered = buffer
    buffer = []
    inspect(&gathered)
    if !isStarted { try start(&gathered, content: inspector.content) }
    try write(&gathered)
    buffer = gathered
  }

  private func write(_ gathered: inout [UInt8]) throws(PieceFailure) {
    hasher.update(gathered.span.bytes)
    stored += Int64(gathered.count)
    do throws(SystemError) { try file?.write(gathered.span.bytes) } catch { throw PieceFailure(error) }
    gathered.removeAll(keepingCapacity: true)
  }

  /// Looks at the clear bytes; where they are to be stored, they take the place of those that came.
  private func inspect(_ gathered: inout [UInt8]) {
    guard !gathered.isEmpty else { return }
    let wantsSample = piece.isSample && sample.isEmpty
    guard let decryptor else {
      inspector.receive(gathered.span)
      if wantsSample { sample = Array(gathered.prefix(TrackSampler.length)) }
      return
    }
    var clear: [UInt8] = []
    let keepsClear = wantsSample || isDecrypting
    decryptor.update(gathered.span.bytes) { (bytes: RawSpan) in
      bytes.withUnsafeBytes { raw in
        inspector.receive(raw.bindMemory(to: UInt8.self).span)
        if keepsClear { clear.append(contentsOf: raw) }
      }
    }
    if wantsSample { sample = Array(clear.prefix(TrackSampler.length)) }
    guard isDecrypting else { return }
    gathered.removeAll(keepingCapacity: true)
    gathered.append(contentsOf: clear)
  }

  /// Decides on name and disguise by the first bytes, and opens the file.
  private func start(_ gathered: inout [UInt8], content: Content?) throws(PieceFailure) {
    isStarted = true
    let content = seen(content)
    if case .disguised(let length, let kind, _)? = content, decryptor == nil || isDecrypting {
      removedHead = StreamFile.Disguise(bytes: Int64(length), kind: kind)
      gathered.removeFirst(min(length, gathered.count))
      if !sample.isEmpty { sample.removeFirst(min(length, sample.count)) }
    }
    file = try context.create(piece, content: content)
  }

  /// Ends decryption and inspection; refuses what is not what was meant.
  /// - Parameter gathered: what is still to be written, to which the last clear bytes are added.
  private func verdict(_ gathered: inout [UInt8]) throws(PieceFailure) -> Inspection {
    if let decryptor {
      do {
        let rest = try decryptor.finish()
        inspector.receive(rest.span)
        if isDecrypting {
          gathered += rest
          if piece.isSample, sample.count < TrackSampler.length, stored == 0 { sample += rest }
        }
      } catch {
        throw refusal("\(error)", isCut: true)
      }
    }
    let inspection = inspector.finish()
    if needsSection, inspection.container == .fragmentedMP4, !inspection.holdsMovie, isOpen {
      throw refusal("is an MP4 fragment, but the playlist names no EXT-X-MAP for it", isCut: false)
    }
    guard let problem = inspection.problem, !isTolerable(problem) else { return inspection }
    throw refusal(problem.text, isCut: problem.kind == .cut)
  }

  private func isTolerable(_ problem: MediaFault) -> Bool {
    switch problem.kind {
    // A stretch without cues may be an empty file.
    case .empty: context.stream.folder.kind == .subtitles
    // Ciphertext that nobody here can open.
    case .unrecognised: !isOpen
    default: false
    }
  }

  /// A cut body whose end nobody announced may be whole the next time.
  private func refusal(_ sentence: String, isCut: Bool) -> PieceFailure {
    let mayHeal = isCut && !lengthIsKnown
    return PieceFailure(
      kind: mayHeal ? .unavailable : .wrongSource, sentence: sentence, isRetriable: mayHeal)
  }

  private func tracks(_ inspection: Inspection) -> [TrackFacts] {
    defer { sample = [] }
    guard piece.isSample, isOpen, !sample.isEmpty else { return [] }
    return TrackSampler.tracks(sample, container: inspection.container)
  }
}

extension PieceFailure {
  init(_ error: SystemError) {
    self.init(kind: .disk, sentence: "cannot be stored: \(error)", isRetriable: false)
  }
}
