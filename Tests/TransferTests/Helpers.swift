import Addresses
import Synchronization
import Transfer

extension TransferSettings {
  /// Pauses short enough for tests. What a server must do in time it has long for: a busy machine must not look like a
  /// server that stands still.
  static var quick: TransferSettings {
    var settings = TransferSettings()
    settings.backOff = BackOff(base: .milliseconds(5), cap: .milliseconds(20), jitter: 0)
    settings.stallTimeout = .seconds(20)
    settings.connectTimeout = .seconds(20)
    settings.retries = 3
    settings.engines = 2
    return settings
  }

  /// The same for servers that do stand still.
  static var hasty: TransferSettings {
    var settings = quick
    settings.stallTimeout = .seconds(2)
    return settings
  }
}

/// Bytes that differ at every place and from every other seed.
func pattern(_ count: Int, seed: UInt8 = 1) -> [UInt8] {
  var state = UInt32(seed) &* 2_654_435_761 | 1
  return (0..<count).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(truncatingIfNeeded: state >> 24)
  }
}

/// What became of each piece of each job, and the results; shared by all sinks of a test.
final class Ledger: Sendable {
  struct State {
    var pieces: [Place: [UInt8]] = [:]
    var begins = 0
    var abandons = 0
    var results: [TransferResult] = []
  }

  struct Place: Hashable, Sendable {
    var job: Int
    var piece: Int
  }

  let state = Mutex(State())

  func piece(_ job: Int, _ piece: Int = 0) -> [UInt8]? {
    state.withLock { $0.pieces[Place(job: job, piece: piece)] }
  }
  var pieceCount: Int { state.withLock { $0.pieces.count } }
  var begins: Int { state.withLock { $0.begins } }
  var abandons: Int { state.withLock { $0.abandons } }
  var results: [TransferResult] { state.withLock { $0.results.sorted { $0.jobID < $1.jobID } } }
}

struct TestRefusal: SinkFailure {
  var isRetriable: Bool
  var sentence: String
}

/// Gathers one piece and enters it into the ledger when it is whole; refuses where told to.
final class GatheringSink: PieceSink {
  let canResume: Bool
  private let ledger: Ledger
  private let place: Ledger.Place
  private let refusal: TestRefusal?
  private var bytes: [UInt8] = []

  init(_ ledger: Ledger, _ place: Ledger.Place, refusal: TestRefusal? = nil, canResume: Bool = false) {
    self.ledger = ledger
    self.place = place
    self.refusal = refusal
    self.canResume = canResume
  }

  func begin(_ head: ResponseHead) { ledger.state.withLock { $0.begins += 1 } }

  func receive(_ bytes: RawSpan) throws {
    if let refusal { throw refusal }
    bytes.withUnsafeBytes { self.bytes.append(contentsOf: $0) }
  }

  func end() { ledger.state.withLock { $0.pieces[place] = bytes } }

  func abandon() { ledger.state.withLock { $0.abandons += 1 } }
}

/// Gives jobs from a list and keeps the results.
final class ListSource: JobSource {
  private let jobs: Mutex<ArraySlice<TransferJob>>
  private let ledger: Ledger
  private let onCompleted: @Sendable ([TransferResult]) -> Void

  init(
    _ jobs: [TransferJob], _ ledger: Ledger,
    onCompleted: @escaping @Sendable ([TransferResult]) -> Void = { _ in }
  ) {
    self.jobs = Mutex(jobs[...])
    self.ledger = ledger
    self.onCompleted = onCompleted
  }

  func next() -> NextJob { jobs.withLock { $0.popFirst() }.map { .job($0) } ?? .finished }

  func completed(_ results: [TransferResult]) {
    ledger.state.withLock { $0.results += results }
    onCompleted(results)
  }
}

extension TransferJob {
  /// A job whose pieces go to a ledger.
  static func gathering(
    _ id: Int, _ uri: String, start: Int64? = nil, lengths: [Int64] = [], limit: Int64 = 64 << 20,
    into ledger: Ledger, refusal: TestRefusal? = nil, canResume: Bool = false
  ) throws -> TransferJob {
    TransferJob(id: id, uri: try URI(uri), start: start, pieceLengths: lengths, limit: limit) { piece in
      GatheringSink(ledger, .init(job: id, piece: piece), refusal: refusal, canResume: canResume)
    }
  }
}

/// Runs jobs to their end and returns what became of them.
@discardableResult
func run(
  _ jobs: (Ledger) throws -> [TransferJob], settings: TransferSettings = .quick
) async throws -> Ledger {
  let ledger = Ledger()
  let source = ListSource(try jobs(ledger), ledger)
  let transfers = Transfers(settings: settings)
  await transfers.run(source)
  return ledger
}
