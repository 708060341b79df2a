import Addresses
import Playlist
import Support
import Synchronization
import Testing
import Transfer

@testable import Download

/// Later passes and remedies of the queue, with results made up.
@Suite struct QueuePassTests {
  /// A queue of one stream or more with what it asked for.
  private final class Stage {
    let queue: MediaQueue
    let needs = Collected<RemedyRequest>()
    let passes = Collected<FurtherPass>()
    let contexts: [StreamContext]
    private let folder: TemporaryFolder
    private(set) var names: [Int: String] = [:]

    init(_ streams: [String], hasRemedies: Bool = false, idlePassLimit: Int = 0) throws {
      folder = try TemporaryFolder("queue")
      let folder = folder
      contexts = try streams.map { try Planned($0).context(in: folder) }
      var conditions = MediaQueue.Conditions()
      let (needs, passes) = (needs, passes)
      if hasRemedies { conditions.onNeed = { needs.add($0) } }
      conditions.onPass = { passes.add($0) }
      conditions.idlePassLimit = idlePassLimit
      queue = MediaQueue(contexts, connections: 1, conditions: conditions)
    }

    /// What is asked for next: the file's name, or "later" or "finished".
    func next() -> String {
      let before = passes.all.count
      let next = once()
      guard passes.all.count > before else { return next }
      // A further pass waits until it is told to go on.
      if next != "later" || once() != "later" { return "a pass without a pause" }
      queue.resume()
      return once()
    }

    private func once() -> String {
      switch queue.next() {
      case .job(let job):
        names[job.id] = job.uri.lastPathComponent
        return job.uri.lastPathComponent
      case .later: return "later"
      case .finished: return "finished"
      }
    }

    private func id(_ name: String) throws -> Int {
      try #require(names.filter { $0.value == name }.map(\.key).max())
    }

    func succeed(_ name: String, piece: Int, of stream: Int = 0) throws {
      contexts[stream].store(facts(1), at: piece)
      queue.completed([TransferResult(jobID: try id(name))])
    }

    func fail(_ name: String, _ kind: TransferFailure.Kind = .status(503)) throws {
      let failure = TransferFailure(kind, uri: try URI(site))
      queue.completed([TransferResult(jobID: try id(name), failure: failure, completePieces: 0)])
    }

    /// The pieces of a stream on another host.
    func elsewhere(_ stream: Int = 0, host: String = "b.example.com") throws -> [Piece] {
      try queue.pieces(of: stream).map { piece in
        Piece(
          role: piece.role, uri: try URI("https://\(host)/new-\(piece.uri.lastPathComponent)"),
          range: piece.range,
          cipher: piece.cipher, isGap: piece.isGap, start: piece.start, duration: piece.duration,
          sequence: piece.sequence, isSample: piece.isSample)
      }
    }
  }

  final class Collected<T: Sendable>: Sendable {
    private let values = Mutex<[T]>([])

    func add(_ value: T) { values.withLock { $0.append(value) } }
    var all: [T] { values.withLock { $0 } }
  }

  private static func list(_ names: String...) -> String {
    vod(names.map { "#EXTINF:6,\n\($0)" }.joined(separator: "\n"))
  }

  @Test("what fails for now is asked for again after all the rest, as long as a pass brings anything")
  func passes() throws {
    let stage = try Stage([Self.list("a", "b", "c")])
    #expect(stage.next() == "a")
    try stage.fail("a")
    #expect(stage.next() == "b")
    try stage.succeed("b", piece: 1)
    #expect(stage.next() == "c")
    #expect(stage.next() == "later", "what runs may still fail")
    try stage.fail("c", .connectionLost("reset", received: 1, expected: 2))
    #expect(stage.next() == "a")
    #expect(stage.passes.all == [FurtherPass(pieces: 2, pauses: 1)])
    try stage.fail("a")
    #expect(stage.next() == "c")
    try stage.succeed("c", piece: 2)
    #expect(stage.next() == "a")
    try stage.fail("a")
    #expect(stage.next() == "finished")
    #expect(stage.passes.all.map(\.pieces) == [2, 1])
    #expect(stage.queue.failure?.error.kind == .unavailable)
  }

  @Test("a pass that brings nothing is the last one")
  func nothing() throws {
    let stage = try Stage([Self.list("a", "b")])
    for name in ["a", "b"] {
      #expect(stage.next() == name)
      try stage.fail(name)
    }
    #expect(stage.next() == "finished")
    #expect(stage.queue.failure?.error.status == 503)
    #expect(stage.passes.all.isEmpty)
  }

  @Test("passes that bring nothing are borne a few times, with longer pauses, once anything came")
  func patient() throws {
    let stage = try Stage([Self.list("a", "b")], idlePassLimit: 2)
    #expect(stage.next() == "a")
    try stage.succeed("a", piece: 0)
    for _ in 0..<4 {
      #expect(stage.next() == "b")
      try stage.fail("b")
    }
    #expect(stage.next() == "finished")
    #expect(stage.passes.all.map(\.pauses) == [1, 2, 3])
    #expect(stage.queue.failure?.error.kind == .unavailable)
  }

  @Test("all is well in the end when the last pass brought the rest")
  func healed() throws {
    let stage = try Stage([Self.list("a", "b")])
    _ = stage.next()
    try stage.fail("a")
    _ = stage.next()
    try stage.succeed("b", piece: 1)
    #expect(stage.next() == "a")
    try stage.succeed("a", piece: 0)
    #expect(stage.next() == "finished")
    #expect(stage.queue.failure == nil)
  }

  @Test("a stream that fails many times in a row waits for the next pass, others go on")
  func patience() throws {
    let many = (0..<20).map { "#EXTINF:6,\ns\($0)" }.joined(separator: "\n")
    let stage = try Stage([vod(many), Self.list("x")])
    for number in 0..<MediaQueue.patience {
      #expect(stage.next() == "s\(number)")
      try stage.fail("s\(number)")
    }
    #expect(stage.next() == "x")
    try stage.succeed("x", piece: 0, of: 1)
    #expect(stage.next() == "s0", "the next pass starts over")
  }

  @Test(
    "what is refused, gone or wrong ends the work where there is no remedy",
    arguments: [401, 403, 404, 410, 400])
  func final(status: Int) throws {
    let stage = try Stage([Self.list("a", "b")])
    _ = stage.next()
    try stage.fail("a", .status(status))
    #expect(stage.next() == "finished")
    #expect(stage.queue.failure?.error.status == status)
  }

  @Test("a refusal waits for fresh addresses, and so do those that fail meanwhile; then all come from there")
  func refresh() throws {
    let stage = try Stage([Self.list("a", "b", "c")], hasRemedies: true)
    _ = stage.next()
    _ = stage.next()
    try stage.fail("a", .status(403))
    try stage.fail("b", .status(403))
    let need = RemedyRequest(stream: 0, kind: .refresh(status: 403))
    #expect(stage.needs.all == [need])
    #expect(stage.next() == "c", "the rest of the old addresses is tried: they may still be good")
    stage.queue.provide(try stage.elsewhere(), for: need)
    try stage.fail("c", .status(403))
    let asked = [stage.next(), stage.next(), stage.next()].sorted()
    #expect(asked == ["new-a", "new-b", "new-c"])
    #expect(stage.needs.all.count == 1)
  }

  @Test("refused again with nothing come since, another place is asked for, then the failure stands")
  func denied() throws {
    let stage = try Stage([Self.list("a", "b")], hasRemedies: true)
    _ = stage.next()
    try stage.fail("a", .status(404))
    let refresh = RemedyRequest(stream: 0, kind: .refresh(status: 404))
    #expect(stage.needs.all == [refresh])
    let failover = RemedyRequest(stream: 0, kind: .failover(ofHost: false))
    #expect(stage.queue.deny(refresh) == failover)
    #expect(stage.queue.deny(failover) == nil)
    #expect(stage.next() == "finished")
    #expect(stage.queue.failure?.error.status == 404)
  }

  @Test("a fresh token is asked for again after something came with the last one")
  func secondRefresh() throws {
    let stage = try Stage([Self.list("a", "b")], hasRemedies: true)
    let refresh = RemedyRequest(stream: 0, kind: .refresh(status: 403))
    _ = stage.next()
    try stage.fail("a", .status(403))
    stage.queue.provide(try stage.elsewhere(), for: refresh)
    #expect(stage.next() == "new-a")
    try stage.succeed("new-a", piece: 0)
    #expect(stage.next() == "new-b")
    try stage.fail("new-b", .status(403))
    #expect(stage.needs.all == [refresh, refresh])
  }

  @Test(
    "a host that fails makes the stream go elsewhere; where there is no other place it waits for the next pass"
  )
  func failover() throws {
    let stage = try Stage([Self.list("a", "b")], hasRemedies: true)
    let failover = RemedyRequest(stream: 0, kind: .failover(ofHost: true))
    _ = stage.next()
    try stage.fail("a")
    #expect(stage.needs.all == [failover])
    stage.queue.provide(try stage.elsewhere(), for: failover)
    #expect(stage.next() == "new-a")
    try stage.succeed("new-a", piece: 0)
    #expect(stage.next() == "new-b")
    try stage.fail("new-b")
    #expect(stage.needs.all == [failover, failover])
    #expect(stage.next() == "later", "a remedy is under way")
    #expect(stage.queue.deny(failover) == nil)
    #expect(stage.next() == "new-b", "the next pass")
    #expect(stage.passes.all.map(\.pieces) == [1])
  }

  @Test("nothing begins while transfers are to wait")
  func closed() throws {
    let folder = try TemporaryFolder("queue")
    let isOpen = Flag()
    var conditions = MediaQueue.Conditions()
    conditions.isOpen = { isOpen.isSet }
    let context = try Planned(Self.list("a")).context(in: folder)
    let queue = MediaQueue([context], connections: 1, conditions: conditions)
    guard case .later = queue.next() else { return _ = Issue.record("work outside of the window") }
    isOpen.set()
    guard case .job = queue.next() else { return _ = Issue.record("no work within the window") }
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)

    func set() { value.store(true, ordering: .relaxed) }
    var isSet: Bool { value.load(ordering: .relaxed) }
  }
}
