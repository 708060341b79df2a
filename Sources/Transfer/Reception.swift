import Addresses

/// The receiving end of one request: head, judgement, bytes to sinks. Knows nothing of libcurl. Used again for
/// each request of a slot; confined to one engine thread.
final class Reception {
  /// What the request came to before its end; `pending` while nothing speaks against it.
  enum Verdict {
    case pending
    case redirect(String)
    case failure(TransferFailure.Kind)
  }

  /// How much of a body that nobody wants is read to keep the connection.
  private static let discardLimit = 64 << 10
  /// The most bytes of one head.
  private static let headLimit = 128 << 10

  private(set) var verdict = Verdict.pending
  /// nil until a final head came (not 1xx).
  private(set) var head: ResponseHead?
  /// Pieces whose `end()` returned, those of earlier attempts included.
  private(set) var completePieces = 0
  /// Bytes given to sinks.
  private(set) var received: Int64 = 0
  /// Bytes that the sinks should get; nil when nobody said.
  private(set) var expected: Int64?
  private(set) var retryAfter: Duration?
  /// The sink of the piece under way.
  private(set) var sink: (any PieceSink)?
  /// Bytes of the body after decoding, those that nobody wanted included.
  private(set) var arrived = 0
  /// Bytes of the body as sent.
  private(set) var sent: Int64 = 0
  /// Set by every byte that comes; the engine's to clear.
  var sawBytes = false
  /// The half-done piece that the next request may go on with: the one that this one was given, as long as it was
  /// neither taken up nor given up, or what this one left.
  private(set) var kept: KeptPiece?

  private let totals: Totals
  private var asked: Asked?
  private var demand = Demand()
  private var uri: URI?
  private var makeSink: ((Int) -> any PieceSink)?
  private var headBytes: [UInt8] = []
  private var skipLeft: Int64 = 0
  /// Bytes left of the piece under way, or of the limit for a whole resource.
  private var pieceLeft: Int64 = 0
  /// Whether the end of the last piece is known beforehand, and more than that is too much.
  private var isBounded = false
  /// Bytes that the sink of the piece under way has, those of earlier attempts included.
  private var pieceReceived: Int64 = 0
  /// What lets a later attempt go on; nil: nothing does.
  private var validator: Validator?
  /// The length of the whole resource.
  private var total: Int64?
  private var discarded = 0
  /// Where the body is compressed.
  private var inflater: Inflater?

  init(_ totals: Totals) { self.totals = totals }

  /// Makes ready for one request; `demand` is what its Range and If-Range fields say. `kept` is what there is to go
  /// on with, although this request may not ask for it.
  func prepare(
    for asked: Asked, at uri: URI, _ demand: Demand, completePieces: Int, kept: KeptPiece?,
    makeSink: @escaping (Int) -> any PieceSink
  ) {
    self.asked = asked
    self.uri = uri
    self.demand = demand
    self.kept = kept
    self.completePieces = completePieces
    self.makeSink = makeSink
    verdict = .pending
    head = nil
    received = 0
    expected = nil
    retryAfter = nil
    sink = nil
    sawBytes = false
    headBytes.removeAll(keepingCapacity: true)
    discarded = 0
    arrived = 0
    sent = 0
    isBounded = false
    pieceReceived = 0
    validator = nil
    total = nil
    inflater = nil
  }

  /// Drops what a finished request held.
  func clear() {
    asked = nil
    makeSink = nil
    sink = nil
    kept = nil
    head = nil
    inflater = nil
  }

  /// One line of a head, with its end; false to give up.
  func takeHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    sawBytes = true
    // Trailers after a body say nothing that is needed.
    guard head == nil else { return true }
    if line.starts(with: "HTTP/".utf8) { headBytes.removeAll(keepingCapacity: true) }
    guard headBytes.count + line.count <= Self.headLimit else {
      return fail(.malformed("the head is too long"))
    }
    headBytes.append(contentsOf: line)
    guard line.count <= 2, line.first == 13 || line.first == 10 else { return true }
    return takeHead()
  }

  /// Bytes of the body as sent; false to give up.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    sawBytes = true
    sent += Int64(bytes.count)
    guard case .pending = verdict, head != nil else {
      arrived += bytes.count
      return discard(bytes.count)
    }
    guard let inflater else { return takeDecoded(bytes.bytes) }
    do throws(Inflater.Fault) {
      return try inflater.take(bytes) { takeDecoded($0) }
    } catch {
      return fail(error.kind(of: inflater.coding))
    }
  }

  /// Bytes of the body, decoded; false to give up.
  private func takeDecoded(_ bytes: RawSpan) -> Bool {
    arrived += bytes.byteCount
    var span = bytes
    if skipLeft > 0 {
      let count = Int(min(skipLeft, Int64(span.byteCount)))
      skipLeft -= Int64(count)
      span = span.extracting(droppingFirst: count)
    }
    while !span.isEmpty {
      guard pieceLeft > 0 || isLastPiece else {
        guard endPiece(), beginPiece() else { return false }
        continue
      }
      guard pieceLeft > 0 else { return takeSurplus(span.byteCount) }
      let count = Int(min(pieceLeft, Int64(span.byteCount)))
      guard give(span.extracting(first: count)) else { return false }
      pieceLeft -= Int64(count)
      span = span.extracting(droppingFirst: count)
    }
    return true
  }

  /// Ends the request: `failure` is what the transport says of it, nil when it has no complaint. Returns the
  /// failure that counts; nil when every piece is complete. The last sink has been ended or abandoned then.
  func conclude(_ failure: TransferFailure.Kind?) -> TransferFailure.Kind? {
    if case .pending = verdict {
      if let failure, !isComplete {
        fail(failure)
      } else if head == nil {
        fail(.malformed("the answer has no head"))
      } else if isBounded, !isComplete {
        fail(.shortBody(received: received, expected: expected))
      } else if let inflater, !inflater.isAtEnd {
        fail(.cutCoding(inflater.coding.rawValue))
      } else if endPiece() {
        return nil
      }
    }
    leaveSink()
    if case .failure(let kind) = verdict { return kind }
    return failure
  }

  private var isLastPiece: Bool { completePieces + 1 == asked?.pieceCount }

  /// Whether the last byte came: where the length is known, it is the end, whatever the connection does after it.
  private var isComplete: Bool {
    guard head != nil, sink != nil else { return false }
    if isBounded { return pieceLeft == 0 && isLastPiece }
    return inflater == nil && expected == received
  }

  /// Keeps the sink for another attempt where that can go on, or abandons it.
  private func leaveSink() {
    guard let sink else { return }
    self.sink = nil
    if case .failure(let kind) = verdict, kind.leavesBytes, pieceReceived > 0, let validator, let uri,
      sink.canResume,
      let piece = KeptPiece(
        sink, Resumption(validator: validator, received: pieceReceived, total: total), from: uri, totals)
    {
      kept = piece
    } else {
      sink.abandon()
    }
  }

  /// What was kept is of no use.
  private func dropKept() {
    kept?.sink.abandon()
    kept = nil
  }

  @discardableResult
  private func fail(_ kind: TransferFailure.Kind) -> Bool {
    verdict = .failure(kind)
    return false
  }

  private func takeHead() -> Bool {
    let fields = HeaderFields(headBytes)
    guard let asked, let uri, let line = fields.statusLine else {
      return fail(.malformed("the status line cannot be read"))
    }
    if line.status < 200 { return true }
    let head = ResponseHead(status: line.status, finalURI: uri, httpVersion: line.version, fields: fields)
    self.head = head
    switch Answer(head, to: asked, demand) {
    case .redirect(let location):
      verdict = .redirect(location)
      return true
    case .refused(let kind):
      retryAfter = RetryAfter.wait(in: head)
      verdict = .failure(kind)
      // A status says nothing of the resource: what there is may do for the next attempt.
      if case .status = kind {} else { dropKept() }
      return true
    case .body(let skip, let expected):
      skipLeft = skip
      return beginBody(head, asked, expected: expected)
    case .rest(let expected):
      self.expected = expected
      goOn(asked)
      return true
    case .complete:
      expected = 0
      goOn(asked)
      return true
    }
  }

  /// The body comes from the start of a piece.
  private func beginBody(_ head: ResponseHead, _ asked: Asked, expected: Int64?) -> Bool {
    dropKept()
    self.expected = expected
    isBounded = asked.start != nil
    let coding = asked.isHeadOnly ? nil : head.contentEncoding
    inflater = coding.flatMap(ContentCoding.init(named:)).map { Inflater($0) }
    if coding == nil {
      validator = Validator(of: head)
      total = head.status == 206 ? head.contentRange?.total : head.contentLength
    }
    return beginPiece()
  }

  /// The body goes on where an earlier attempt was cut, in the same sink.
  private func goOn(_ asked: Asked) {
    guard let kept else { return }
    self.kept = nil
    sink = kept.sink
    isBounded = true
    skipLeft = 0
    pieceReceived = kept.resumption.received
    validator = kept.resumption.validator
    total = kept.resumption.total ?? head?.contentRange?.total
    pieceLeft = asked.start == nil ? expected ?? 0 : asked.lengths[completePieces] - pieceReceived
  }

  private func beginPiece() -> Bool {
    guard let asked, let makeSink, let head else { return false }
    pieceLeft = asked.start == nil ? asked.limit : asked.lengths[completePieces]
    pieceReceived = 0
    let next = makeSink(completePieces)
    sink = next
    do {
      try next.begin(head)
      return true
    } catch {
      return fail(.sink(error as? any SinkFailure ?? OtherSinkFailure(error)))
    }
  }

  private func give(_ span: RawSpan) -> Bool {
    received += Int64(span.byteCount)
    pieceReceived += Int64(span.byteCount)
    do {
      try sink?.receive(span)
      return true
    } catch {
      return fail(.sink(error as? any SinkFailure ?? OtherSinkFailure(error)))
    }
  }

  private func endPiece() -> Bool {
    do {
      try sink?.end()
      sink = nil
      completePieces += 1
      return true
    } catch {
      return fail(.sink(error as? any SinkFailure ?? OtherSinkFailure(error)))
    }
  }

  /// Bytes beyond what was asked for.
  private func takeSurplus(_ count: Int) -> Bool {
    guard isBounded else { return fail(.tooLarge(limit: asked?.limit ?? 0)) }
    // A server that ignores ranges sends the rest of the whole, which nobody wants; a 416 has words for people.
    if head?.status != 206 { return discard(count) }
    return fail(.range("more bytes were sent than asked for"))
  }

  private func discard(_ count: Int) -> Bool {
    discarded += count
    return discarded <= Self.discardLimit
  }
}
