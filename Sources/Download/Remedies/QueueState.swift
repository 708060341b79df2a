/// What failed for now is asked for again.
struct FurtherPass: Sendable, Hashable {
  /// How many pieces failed.
  let pieces: Int
  /// How many times the ordinary pause comes before it: more after each pass that brought nothing.
  let pauses: Int
}

/// Where a queue stands. Decides only; its owner holds the lock.
struct QueueState {
  struct Job {
    let stream: Int
    var pieces: Range<Int>
    /// Of the addresses that it was sent to.
    let generation: Int
  }

  struct Parked {
    let job: Job
    let ailment: Ailment
    let error: DownloadError
  }

  struct Stream {
    /// As they are asked for now: the plan's own, or those of a remedy.
    var pieces: [Piece]
    var generation = 0
    var failuresInARow = 0
    /// What waits for the remedy under way.
    var parked: [Parked] = []
    var request: RemedyRequest?
    /// A refresh is worth asking for once, and again after something came since.
    var mayRefresh = true
    /// There may be a place that was not tried.
    var mayFailOver = true

    init(_ pieces: [Piece]) { self.pieces = pieces }

    func mayAsk(for ailment: Ailment) -> Bool {
      if request != nil { return true }
      if case .refused = ailment { return mayRefresh || mayFailOver }
      return mayFailOver
    }

    /// The remedy that an ailment asks for first.
    func remedy(for ailment: Ailment) -> RemedyRequest.Kind? {
      if case .refused(let status) = ailment, mayRefresh { return .refresh(status: status) }
      return mayFailOver ? .failover(ofHost: ailment.isPassing) : nil
    }
  }

  struct Failure {
    let error: DownloadError
    let stream: Int?
  }

  // The place that a pass has come to.
  var stream = 0
  var piece = 0
  var streams: [Stream]
  /// To be asked for before the pass goes on: the last one first.
  var waitingAgain: [Job] = []
  private(set) var running: [Int: Job] = [:]
  private var nextID = 0
  /// What ended the work.
  private(set) var failure: Failure?
  private(set) var isStopped = false
  /// Pieces that failed for now in this pass, and the first one's failure.
  private var failed = 0
  private var firstFailure: Failure?
  /// Whether anything came in this pass, and in any.
  private var hasBrought = false
  private var hasEverBrought = false
  /// Passes in a row that brought nothing, and how many of them are borne.
  private var idlePasses = 0
  private let idlePassLimit: Int
  /// A further pass waits for its time.
  var isPausing = false

  init(_ streams: [[Piece]], idlePassLimit: Int) {
    self.streams = streams.map(Stream.init)
    self.idlePassLimit = idlePassLimit
  }

  // MARK: - Jobs

  /// The number of the job that begins.
  mutating func begin(_ stream: Int, _ pieces: Range<Int>) -> Int {
    defer { nextID += 1 }
    running[nextID] = Job(stream: stream, pieces: pieces, generation: streams[stream].generation)
    return nextID
  }

  mutating func end(_ id: Int) -> Job? { running.removeValue(forKey: id) }

  mutating func again(_ job: Job) { waitingAgain.append(job) }

  mutating func noteBrought(_ stream: Int) {
    hasBrought = true
    hasEverBrought = true
    streams[stream].failuresInARow = 0
    streams[stream].mayRefresh = true
  }

  /// Nothing is under way and nothing waits for a remedy.
  var isIdle: Bool { running.isEmpty && streams.allSatisfy { $0.request == nil } }

  // MARK: - Failures

  /// The job cannot be helped: it waits for the next pass, or ends the work.
  mutating func giveUp(_ job: Job, _ ailment: Ailment, _ error: DownloadError) {
    guard ailment.isPassing else { return fail(error, stream: job.stream) }
    failed += job.pieces.count
    streams[job.stream].failuresInARow += 1
    firstFailure = firstFailure ?? Failure(error: error, stream: job.stream)
  }

  /// The first failure that was not caused by stopping the others.
  mutating func fail(_ error: DownloadError, stream: Int?) {
    isStopped = true
    if failure == nil || (failure?.error.kind == .stopped && error.kind != .stopped) {
      failure = Failure(error: error, stream: stream)
    }
  }

  /// Starts over with what failed for now, unless too many passes in a row brought nothing, or none ever did. nil
  /// when the work is at its end, with or without a failure.
  mutating func beginPass() -> FurtherPass? {
    guard let first = firstFailure else { return nil }
    idlePasses = hasBrought ? 0 : idlePasses + 1
    guard hasEverBrought, idlePasses <= idlePassLimit else {
      fail(first.error, stream: first.stream)
      return nil
    }
    defer { failed = 0 }
    firstFailure = nil
    hasBrought = false
    stream = 0
    piece = 0
    for index in streams.indices {
      streams[index].failuresInARow = 0
      // A host that was left alone may be well again.
      streams[index].mayFailOver = true
    }
    return FurtherPass(pieces: failed, pauses: idlePasses + 1)
  }

  // MARK: - Remedies

  /// The job waits for a remedy; nil when that is asked for already.
  mutating func park(_ job: Job, _ ailment: Ailment, _ error: DownloadError) -> RemedyRequest? {
    let isFirst = streams[job.stream].request == nil
    streams[job.stream].parked.append(Parked(job: job, ailment: ailment, error: error))
    guard isFirst, let kind = streams[job.stream].remedy(for: ailment) else { return nil }
    let request = RemedyRequest(stream: job.stream, kind: kind)
    streams[job.stream].request = request
    return request
  }

  mutating func request(failoverOf stream: Int) -> RemedyRequest? {
    guard !isStopped, streams[stream].request == nil, streams[stream].mayFailOver else { return nil }
    let request = RemedyRequest(stream: stream, kind: .failover(ofHost: true))
    streams[stream].request = request
    return request
  }

  mutating func provide(_ pieces: [Piece], for request: RemedyRequest) {
    guard streams[request.stream].request == request else { return }
    if case .refresh = request.kind { streams[request.stream].mayRefresh = false }
    streams[request.stream].pieces = pieces
    streams[request.stream].generation += 1
    streams[request.stream].failuresInARow = 0
    release(request.stream).forEach { again($0.job) }
  }

  /// What the remedy was to help tries the next one, or is given up.
  mutating func deny(_ request: RemedyRequest) -> RemedyRequest? {
    guard streams[request.stream].request == request else { return nil }
    switch request.kind {
    case .refresh: streams[request.stream].mayRefresh = false
    case .failover: streams[request.stream].mayFailOver = false
    }
    var next: RemedyRequest?
    for parked in release(request.stream) {
      guard !isStopped else { break }
      if streams[request.stream].mayAsk(for: parked.ailment) {
        if let need = park(parked.job, parked.ailment, parked.error) { next = need }
      } else {
        giveUp(parked.job, parked.ailment, parked.error)
      }
    }
    return next
  }

  private mutating func release(_ stream: Int) -> [Parked] {
    defer { streams[stream].parked = [] }
    streams[stream].request = nil
    return streams[stream].parked
  }
}
