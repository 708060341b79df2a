package import Addresses
package import Files
import Synchronization

/// HTTP transfers, many at once, on engine threads: `fetch` for what fits in memory, `run` for everything else.
/// Both obey the same rules and share connections, retries and back-off. Never blocks a caller's thread, but
/// for `close`.
package final class Transfers: Sendable {
  private let dispatcher: Dispatcher
  let boundary: Boundary
  private let sums = Totals()
  private let fresh = FreshFields()
  private let engines: [Engine]
  private let cookies: CookieStore?
  private let observer: @Sendable (TransferEvent) -> Void
  private let isClosed = Mutex(false)
  private let date = Mutex<Instant?>(nil)

  /// Starts the engines. `observer` is called on their threads and must not block.
  package init(
    settings: TransferSettings = TransferSettings(),
    observer: @escaping @Sendable (TransferEvent) -> Void = { _ in }
  ) {
    let settings = settings.checked
    let engines = (0..<settings.engines).compactMap { _ in Engine() }
    let dispatcher = Dispatcher(settings)
    let boundary = Boundary(settings)
    let sums = sums
    let cookies = CookieStore(settings.cookieFile)
    let (gate, fresh) = (RateGate(settings), fresh)
    self.cookies = cookies
    self.observer = observer
    self.engines = engines
    self.dispatcher = dispatcher
    self.boundary = boundary
    for (index, engine) in engines.enumerated() {
      let isRunning = engine.start { multi in
        guard let cookies else { return }
        let commons = EngineCommons(
          boundary: boundary, totals: sums, gate: gate, cookies: cookies, fresh: fresh)
        guard let context = EngineContext(settings, commons) else { return }
        let loop = EngineLoop(
          index: index, multi: multi, dispatcher: dispatcher, context: context, observer: observer,
          wake: { target in
            for (other, engine) in engines.enumerated() where other == target ?? other && other != index {
              engine.wake()
            }
          })
        loop.run()
      }
      // Without all its threads it is closed from the start, and every transfer says so.
      if !isRunning { dispatcher.close() }
    }
    if engines.count < settings.engines || cookies == nil { dispatcher.close() }
  }

  deinit { close() }

  /// Sums so far; bytes are counted as they arrive.
  package var totals: TransferTotals { sums.sums }

  /// The newest time that a server of a playlist or of the source told (Date, RFC 9110, 6.6.1); nil where none did.
  package var newestDate: Instant? { date.withLock { $0 } }

  private func noteDate(of answer: Fetched) {
    // Of dates with two digits for the year none is older than this program.
    let century = Instant(seconds: 1_767_225_600)
    guard let text = answer.head.date, let date = Instant(httpDate: text, now: century) else { return }
    self.date.withLock { $0 = max($0 ?? date, date) }
  }

  /// The version of libcurl in use: "7.88.1".
  package static var libraryVersion: String { CurlLibrary.version }

  /// Sends these fields in place of those of the same names that the user gave, from the next request on, under the
  /// same rules. For a token that had to be renewed.
  package func replace(_ fields: [HeaderField]) { fresh.replace(fields.filter { !$0.isReserved }) }

  /// Fetches a resource into memory. Cancelling the task ends it at once, with `.cancelled`.
  package func fetch(_ request: FetchRequest) async throws(TransferFailure) -> Fetched {
    if request.isSource { boundary.noteSource(request.uri) }
    let ticket = FetchTicket(uri: request.uri)
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard ticket.wait(continuation) else { return }
        if dispatcher.submit(Work(request, ticket)) {
          wakeAll()
        } else {
          ticket.finish(.failure(TransferFailure(.closed, uri: request.uri)))
        }
      }
    } onCancel: {
      ticket.cancel()
      dispatcher.expediteCancelled()
      wakeAll()
    }
    let fetched = try answer.get()
    if request.isSource || request.kind == .playlist { noteDate(of: fetched) }
    return fetched
  }

  /// Carries the source's jobs until it says that it is finished and all of them have been reported. Cancelling
  /// the task aborts them; those under way are reported as cancelled before this returns.
  package func run(_ source: any JobSource) async {
    let run = Run(source)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        dispatcher.register(run, continuation)
        wakeAll()
      }
    } onCancel: {
      run.cancel()
      dispatcher.expediteCancelled()
      wakeAll()
    }
  }

  /// Takes an address that the user named for the source, where the source itself is not fetched: credentials go to
  /// its origin. The first one counts.
  package func takeAsSource(_ uri: URI) { boundary.noteSource(uri) }

  /// Whether the user lets requests go to private addresses wherever they come from.
  package var allowsPrivateHosts: Bool { boundary.allowsPrivateHosts }

  /// Takes the source for one that nobody here has named: only public addresses are connected to from now on, unless
  /// the user allows others.
  package func distrustSource() { boundary.distrustSource() }

  /// A source that said `.later` may have something now.
  package func wake() {
    dispatcher.feedAll()
    wakeAll()
  }

  /// Aborts every run at once; their jobs are reported as cancelled. May be called by a source, from `completed`.
  package func stop() {
    dispatcher.cancelRuns()
    wakeAll()
  }

  /// Aborts everything, waits for the engines to end, writes the cookie jar back, and makes later calls fail
  /// with `.closed`.
  package func close() {
    guard
      isClosed.withLock({ isClosed in
        defer { isClosed = true }
        return !isClosed
      })
    else { return }
    dispatcher.close()
    wakeAll()
    for engine in engines { engine.join() }
    let left = dispatcher.takeEverything()
    Reports.deliver(
      left.map { .init(work: $0, failure: TransferFailure(.closed, uri: $0.asked.uri), fetched: nil) })
    dispatcher.endRuns()
    do throws(SystemError) {
      try cookies?.save()
    } catch {
      observer(.cookiesNotSaved(error))
    }
  }

  private func wakeAll() {
    for engine in engines { engine.wake() }
  }
}
