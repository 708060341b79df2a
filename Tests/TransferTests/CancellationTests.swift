import Addresses
import Support
import Synchronization
import Testing
import Transfer

/// Has nothing until it is given something.
private final class SlowSource: JobSource {
  private let jobs = Mutex<[NextJob]>([])
  let asked = Atomic<Int>(0)
  let results = Mutex<[TransferResult]>([])

  func give(_ job: NextJob) { jobs.withLock { $0.append(job) } }

  func next() -> NextJob {
    asked.wrappingAdd(1, ordering: .relaxed)
    return jobs.withLock { $0.isEmpty ? .later : $0.removeFirst() }
  }

  func completed(_ results: [TransferResult]) { self.results.withLock { $0 += results } }
}

@Suite("cancelling, stopping, closing", .timeLimit(.minutes(20)))
struct CancellationTests {
  @Test("a cancelled fetch ends at once, whatever the server does")
  func cancelledFetch() async throws {
    let origin = try FaultOrigin.start { _ in .hang }
    var settings = TransferSettings.quick
    settings.stallTimeout = .seconds(3_600)
    let transfers = Transfers(settings: settings)
    let task = Task { try await transfers.fetch(.init(uri: URI(origin.url("/")), kind: .playlist)) }
    while origin.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    let failure = await #expect(throws: TransferFailure.self) { try await task.value }
    #expect(failure?.isCancellation == true)
  }

  @Test("a fetch cancelled before it begins asks for nothing")
  func cancelledBefore() async throws {
    let origin = try FaultOrigin.start { _ in .text("x") }
    let transfers = Transfers(settings: .quick)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await transfers.fetch(.init(uri: URI(origin.url("/")), kind: .playlist))
    }
    task.cancel()
    let failure = await #expect(throws: TransferFailure.self) { try await task.value }
    #expect(failure?.isCancellation == true)
    transfers.close()
    #expect(origin.requests.isEmpty)
  }

  @Test("many fetches cancelled at any moment all return")
  func cancelledAnytime() async throws {
    let origin = try FaultOrigin.start { _ in .slow(pattern(3000), block: 1000, pause: .milliseconds(2)) }
    let transfers = Transfers(settings: .quick)
    let uri = try URI(origin.url("/"))
    let ends = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<100 {
        group.addTask {
          let task = Task { try await transfers.fetch(.init(uri: uri, kind: .playlist)) }
          try? await Task.sleep(for: .microseconds(index * 150))  // a cancelled sleep is as good
          task.cancel()
          _ = await task.result
          return true
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(ends == 100)
  }

  @Test("a cancelled run abandons its sinks and reports its jobs before it returns")
  func cancelledRun() async throws {
    let origin = try FaultOrigin.start {
      $0.path == "/0" ? .status(503) : .stalled(pattern(1000), after: 500)
    }
    var settings = TransferSettings.quick
    settings.stallTimeout = .seconds(3_600)
    settings.connections = 4
    settings.backOff = BackOff(base: .seconds(3_600), cap: .seconds(3_600))
    let transfers = Transfers(settings: settings)
    let ledger = Ledger()
    let jobs = try (0..<20).map { try TransferJob.gathering($0, origin.url("/\($0)"), into: ledger) }
    let source = ListSource(jobs, ledger)
    let task = Task { await transfers.run(source) }
    while ledger.begins < 4 { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await task.value
    #expect(ledger.abandons == 4)
    #expect(ledger.results.count == 5)
    #expect(ledger.results.allSatisfy { $0.failure?.isCancellation == true })
    // The transfers live on.
    let after = Ledger()
    let last = try FaultOrigin.routes(["/": .file([1])])
    await transfers.run(ListSource([try .gathering(0, last.url("/"), into: after)], after))
    #expect(after.piece(0) == [1])
  }

  @Test("a source stops everything from within completed")
  func stopped() async throws {
    let origin = try FaultOrigin.start { $0.path == "/bad" ? .status(404) : .hang }
    var settings = TransferSettings.quick
    settings.stallTimeout = .seconds(3_600)
    let transfers = Transfers(settings: settings)
    let ledger = Ledger()
    let paths = ["/1", "/2", "/3", "/bad", "/4", "/5"]
    let jobs = try paths.enumerated().map { try TransferJob.gathering($0, origin.url($1), into: ledger) }
    await transfers.run(
      ListSource(jobs, ledger) { results in
        if results.contains(where: { $0.failure?.status == 404 }) { transfers.stop() }
      })
    #expect(ledger.results.filter { $0.failure?.status == 404 }.map(\.jobID) == [3])
    #expect(ledger.results.filter { $0.failure?.isCancellation == true }.count == ledger.results.count - 1)
  }

  @Test("a source that has nothing is asked again after a wake, not all the time")
  func woken() async throws {
    let origin = try FaultOrigin.routes(["/a": .file([1]), "/b": .file([2])])
    let transfers = Transfers(settings: .quick)
    let source = SlowSource()
    let ledger = Ledger()
    let task = Task { await transfers.run(source) }
    for (index, path) in ["/a", "/b"].enumerated() {
      try await Task.sleep(for: .milliseconds(60))
      source.give(.job(try .gathering(index, origin.url(path), into: ledger)))
      transfers.wake()
    }
    while source.results.withLock({ $0.count }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
    source.give(.finished)
    source.give(.finished)
    transfers.wake()
    await task.value
    #expect(ledger.piece(0) == [1])
    #expect(ledger.piece(1) == [2])
    #expect(source.asked.load(ordering: .relaxed) < 30)
  }

  @Test("closing ends what is under way, and what comes later")
  func closed() async throws {
    let origin = try FaultOrigin.start { _ in .hang }
    var settings = TransferSettings.quick
    settings.stallTimeout = .seconds(3_600)
    let transfers = Transfers(settings: settings)
    let ledger = Ledger()
    let source = ListSource([try .gathering(0, origin.url("/run"), into: ledger)], ledger)
    let run = Task { await transfers.run(source) }
    let fetch = Task { try await transfers.fetch(.init(uri: URI(origin.url("/fetch")), kind: .playlist)) }
    while origin.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
    transfers.close()
    await run.value
    await #expect(throws: TransferFailure.self) { try await fetch.value }
    #expect(ledger.results.count == 1)
    let failure = await #expect(throws: TransferFailure.self) {
      try await transfers.fetch(.init(uri: URI(origin.url("/late")), kind: .playlist))
    }
    #expect(failure?.message == "/late: transfers are closed")
    await transfers.run(source)
    #expect(origin.requests.count == 2)
  }

  @Test("a run without jobs returns, and so does one of a cancelled task")
  func emptyRun() async throws {
    let transfers = Transfers(settings: .quick)
    let ledger = Ledger()
    await transfers.run(ListSource([], ledger))
    let source = SlowSource()
    let task = Task { await transfers.run(source) }
    task.cancel()
    await task.value
    #expect(ledger.results.isEmpty)
  }
}
