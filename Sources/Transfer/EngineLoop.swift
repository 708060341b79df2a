import Addresses
import CCurl

/// What an engine's thread does: start work, move bytes, judge what ended, report, wait. Confined to the thread.
final class EngineLoop {
  typealias Time = ContinuousClock.Instant

  private let index: Int
  private let multi: CurlMulti
  private let dispatcher: Dispatcher
  private let context: EngineContext
  private let observer: @Sendable (TransferEvent) -> Void
  private let wake: (Int?) -> Void

  private var idle: [Slot] = []
  private var active: [Slot] = []
  /// Ended since the last report.
  private var ended: [Dispatcher.Ended] = []
  private var isClosing = false
  /// A request ended since the orders were taken, so that there is room, or something new to wait for.
  private var hasNews = false
  private var now = Time.now

  /// `wake` wakes one engine, or all others.
  init(
    index: Int, multi: CurlMulti, dispatcher: Dispatcher, context: EngineContext,
    observer: @escaping @Sendable (TransferEvent) -> Void, wake: @escaping (Int?) -> Void
  ) {
    self.index = index
    self.multi = multi
    self.dispatcher = dispatcher
    self.context = context
    self.observer = observer
    self.wake = wake
  }

  /// Runs until the dispatcher is closed; nothing is under way then.
  func run() {
    while true {
      now = .now
      hasNews = false
      let due = takeOrders()
      if isClosing {
        for slot in active { abort(slot, .cancelled) }
        report()
        return
      }
      resumeReception()
      var running: Int32 = 0
      let code = curl_multi_perform(multi, &running)
      now = .now
      if code != CURLM_OK {
        for slot in active { abort(slot, .library(String(cString: curl_multi_strerror(code)))) }
      }
      collect()
      for slot in active {
        if let kind = slot.overdue(now: now) { abort(slot, kind) }
      }
      report()
      if !hasNews { curl_multi_poll(multi, nil, 0, timeout(until: due), nil) }
    }
  }

  private func timeout(until due: Time?) -> Int32 {
    var wait = active.isEmpty ? Duration.seconds(10) : .milliseconds(250)
    if !active.isEmpty { wait = min(wait, context.settings.stallTimeout / 4) }
    if let due { wait = min(wait, due - now) }
    if context.settings.throttledRate != nil, !active.isEmpty {
      wait = min(wait, context.settings.throttledWindow / 8)
    }
    for slot in active {
      if let end = slot.pause.end { wait = min(wait, end - now) }
    }
    return Int32(max((wait / .milliseconds(1)).rounded(.up), 1))
  }

  /// Lets those go on whose bytes the rate limit held back until now.
  private func resumeReception() {
    for slot in active {
      guard let end = slot.pause.end, end <= now else { continue }
      if let kind = slot.resumeReception(now: now) { abort(slot, kind) }
    }
  }

  // MARK: Orders

  /// Starts all that there is room for; when to look again, if that is known.
  private func takeOrders() -> Time? {
    while true {
      switch dispatcher.next(for: index, now: now) {
      case .start(let work):
        start(work)
      case .handedTo(let engine):
        wake(engine)
      case .ask(let run, let turn):
        ask(run, turn)
      case .idle(let due):
        return due
      case .close:
        isClosing = true
        return nil
      }
    }
  }

  private func ask(_ run: Run, _ turn: Int) {
    switch run.source.next() {
    case .later: dispatcher.starve(run, turn: turn)
    case .finished: dispatcher.exhaust(run)
    case .job(let job):
      switch dispatcher.admit(Work(job, of: run), engine: index, now: now) {
      case .start(let work)?: start(work)
      case .handedTo(let engine)?: wake(engine)
      default: break
      }
    }
  }

  private func start(_ work: Work) {
    if work.isCancelled { return end(work, TransferFailure(.cancelled, uri: work.asked.uri)) }
    if let flaw = work.asked.flaw { return end(work, TransferFailure(flaw, uri: work.asked.uri)) }
    guard let slot = idle.popLast() ?? Slot(context, now: now) else {
      return end(work, TransferFailure(.library("out of memory"), uri: work.asked.uri))
    }
    if let kind = slot.begin(work, now: now) {
      let failure = slot.fail(kind)
      end(slot.release() ?? work, failure)
      idle.append(slot)
    } else {
      add(slot)
    }
  }

  private func add(_ slot: Slot) {
    let code = curl_multi_add_handle(multi, slot.easy.raw)
    if code == CURLM_OK {
      active.append(slot)
    } else {
      conclude(slot, .library(String(cString: curl_multi_strerror(code))))
    }
  }

  // MARK: Ends

  private func collect() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      // Removing the handle frees the message.
      let code = ccurl_message_result(message)
      guard let slot = Slot.of(easy) else { continue }
      let failure = slot.transportFailure(code)
      remove(slot)
      conclude(slot, failure)
    }
  }

  private func abort(_ slot: Slot, _ kind: TransferFailure.Kind) {
    remove(slot)
    conclude(slot, kind)
  }

  private func remove(_ slot: Slot) {
    curl_multi_remove_handle(multi, slot.easy.raw)
    active.removeAll { $0 === slot }
  }

  private func conclude(_ slot: Slot, _ kind: TransferFailure.Kind?) {
    hasNews = true
    let outcome = slot.conclude(kind, now: now)
    if slot.reception.head?.httpVersion == "2", let origin = slot.uri?.origin {
      dispatcher.pin(origin, to: index)
    }
    if case .again = outcome { return add(slot) }
    let retryAfter = slot.reception.retryAfter
    guard let work = slot.release() else { return }
    idle.append(slot)
    switch outcome {
    case .again: break
    case .succeeded(let fetched): ended.append(.init(work: work, failure: nil, fetched: fetched))
    case .failed(let failure): fail(work, failure, retryAfter)
    }
  }

  private func fail(_ work: Work, _ failure: TransferFailure, _ retryAfter: Duration?) {
    let settings = context.settings
    guard failure.isRetriable, work.failures < settings.retries, !work.isCancelled else {
      return end(work, work.isCancelled ? TransferFailure(.cancelled, uri: work.asked.uri) : failure)
    }
    var failure = failure
    if let retryAfter, retryAfter > settings.retryAfterLimit {
      failure.retryAfter = retryAfter
      return end(work, failure)
    }
    var work = work
    work.failures += 1
    work.retries += 1
    context.totals.addRetry()
    var wait = settings.backOff.wait(afterFailures: work.failures, chance: .random(in: 0..<1))
    if let retryAfter { wait = max(wait, retryAfter) }
    work.notBefore = now + wait
    dispatcher.retry(work, engine: index, failure: failure, isOrdered: retryAfter != nil)
    // The others learn when it is due: this engine may be full by then.
    wake(nil)
    observer(
      .retry(
        RetryNotice(
          uri: work.asked.uri, jobID: work.jobID, failure: failure, attempt: work.failures,
          attempts: settings.retries + 1, wait: wait)))
  }

  private func end(_ work: Work, _ failure: TransferFailure) {
    hasNews = true
    ended.append(.init(work: work, failure: failure, fetched: nil))
  }

  // MARK: Reports

  /// Tells those who wait for what ended, in batches, and only then gives its room back.
  private func report() {
    guard !ended.isEmpty else { return }
    let batch = ended
    ended.removeAll(keepingCapacity: true)
    Reports.deliver(batch)
    if dispatcher.settle(batch, engine: index, now: now) { wake(nil) }
  }
}
