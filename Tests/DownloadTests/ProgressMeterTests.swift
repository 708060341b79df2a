import Addresses
import BundleStore
import Files
import Media
import Playlist
import Selection
import Support
import Synchronization
import Testing

@testable import Download

@Suite struct ProgressMeterTests {
  /// A clock that a test sets.
  private final class Clock: Sendable {
    private let time = Mutex(100.0)
    func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
    var now: Double { time.withLock { $0 } }
  }

  private struct Stage {
    let folder: TemporaryFolder
    let contexts: [StreamContext]
    let meter: ProgressMeter
    let clock = Clock()

    init(_ texts: String...) throws {
      try self.init(texts.map { try Planned($0) })
    }

    /// - Parameter left: pieces of the first stream that an earlier run left, and their bytes.
    init(_ planned: [Planned], estimates: [Int64] = [], left: [Int: Int64] = [:]) throws {
      let folder = try TemporaryFolder("meter")
      self.folder = folder
      let streams = planned.enumerated().map { index, planned in
        estimates.indices.contains(index) ? planned.stream.promising(estimates[index]) : planned.stream
      }
      contexts = try streams.map { stream in
        StreamContext(
          stream, folder: try .open(folder.path), pool: BufferPool(), keys: [], onStored: { _ in })
      }
      for (piece, bytes) in left {
        contexts[0].counter.add(bytes)
        contexts[0].store(facts(bytes), at: piece)
      }
      let plan = try BuildPlan(streams: streams)
      meter = ProgressMeter(plan: plan, contexts: contexts, uptime: { [clock] in clock.now })
    }

    func store(_ stream: Int, _ piece: Int, bytes: Int64) {
      contexts[stream].counter.add(bytes)
      contexts[stream].store(facts(bytes), at: piece)
    }
  }

  private static func segments(_ durations: String...) -> String {
    vod(durations.enumerated().map { "#EXTINF:\($1),\n\($0).ts" }.joined(separator: "\n"))
  }

  private func isSound(_ progress: BuildProgress) -> Bool {
    let fractions = [progress.fraction] + progress.parts.map(\.fraction)
    return fractions.allSatisfy { $0 >= 0 && $0 <= 1 } && progress.bytes >= 0
      && progress.expectedBytes >= progress.bytes && progress.bytesPerSecond >= 0
      && (progress.secondsLeft ?? 0) >= 0 && progress.secondsLeft?.isNaN != true
  }

  @Test("nothing done is 0, all done is exactly 1 and no time left")
  func ends() throws {
    let stage = try Stage(Self.segments("6", "6"), Self.segments("4"))
    let start = stage.meter.snapshot()
    #expect(start.fraction == 0 && start.bytes == 0 && start.parts.map(\.fraction) == [0, 0])
    #expect(start.secondsLeft == nil)
    stage.store(0, 0, bytes: 1_000)
    stage.store(0, 1, bytes: 2_000)
    stage.clock.advance(1)
    let middle = stage.meter.snapshot()
    #expect(middle.fraction > 0 && middle.fraction < 1)
    #expect(middle.parts.map(\.fraction) == [1, 0])
    stage.store(1, 0, bytes: 500)
    let end = stage.meter.snapshot()
    #expect(end.fraction == 1 && end.secondsLeft == 0)
    #expect(end.bytes == 3_500 && end.expectedBytes == 3_500)
  }

  @Test("rounding does not keep it below 1", arguments: [3, 10, 49, 1_000])
  func rounding(_ count: Int) throws {
    let text = vod((0..<count).map { "#EXTINF:0.1,\n\($0).ts" }.joined(separator: "\n"))
    let stage = try Stage(text, text)
    for stream in 0..<2 { for piece in 0..<count { stage.store(stream, piece, bytes: 333) } }
    let end = stage.meter.snapshot()
    #expect(end.fraction == 1)
    #expect(end.parts.map(\.fraction) == [1, 1])
    #expect(end.expectedBytes == end.bytes)
  }

  @Test("it never goes back, not even when an attempt is thrown away or the promise was far off")
  func monotone() throws {
    let stage = try Stage(Self.segments("1", "1", "1", "1", "1", "1"), Self.segments("1", "1", "1"))
    var last = 0.0
    let steps: [(Int, Int, Int64)] = [
      (0, 0, 900_000_000), (1, 2, 1), (0, 5, 10), (1, 0, 50_000_000_000), (0, 1, 3), (0, 2, 0), (1, 1, 7),
      (0, 3, 1), (0, 4, 1),
    ]
    for (stream, piece, bytes) in steps {
      stage.contexts[stream].counter.add(5_000_000)
      let under = stage.meter.snapshot()
      stage.contexts[stream].counter.add(-5_000_000)
      stage.store(stream, piece, bytes: bytes)
      stage.clock.advance(0.25)
      let after = stage.meter.snapshot()
      #expect(isSound(under) && isSound(after))
      #expect(under.fraction >= last && after.fraction >= under.fraction)
      last = after.fraction
    }
    #expect(last == 1)
  }

  @Test("segments of no length make no NaN, and are not done before they are there")
  func noLength() throws {
    let stage = try Stage(Self.segments("0", "0"))
    let start = stage.meter.snapshot()
    #expect(isSound(start))
    #expect(start.fraction == 0 && start.parts.map(\.fraction) == [0])
    stage.store(0, 0, bytes: 10)
    let middle = stage.meter.snapshot()
    #expect(isSound(middle))
    #expect(middle.fraction < 1)
    stage.store(0, 1, bytes: 10)
    let end = stage.meter.snapshot()
    #expect(end.fraction == 1 && end.parts.map(\.fraction) == [1])
    #expect(end.parts.first?.expectedTimeRange == 0...0)
  }

  @Test("the last segment counts even when it lasts no time")
  func lastOfNoLength() throws {
    let stage = try Stage(Self.segments("6", "0"))
    stage.store(0, 0, bytes: 10)
    #expect(stage.meter.snapshot().fraction < 1)
    stage.store(0, 1, bytes: 10)
    #expect(stage.meter.snapshot().fraction == 1)
  }

  @Test("promises beyond all measure do no harm")
  func beyond() throws {
    let planned = try [Planned(Self.segments("6", "6")), Planned(Self.segments("6", "6"))]
    for huge in [Int64.max, 1 << 62, Int64.max / 2 + 1] {
      let stage = try Stage(planned, estimates: [huge, huge])
      stage.store(0, 0, bytes: 1_000)
      stage.clock.advance(1)
      let progress = stage.meter.snapshot()
      #expect(isSound(progress))
      #expect(progress.fraction > 0)
    }
  }

  @Test("the rate is that of the last seconds, and the time left follows it")
  func rate() throws {
    let planned = try Planned(Self.segments("1", "1", "1", "1"))
    let stage = try Stage([planned], estimates: [4_000])
    stage.clock.advance(1)
    stage.store(0, 0, bytes: 1_000)
    let first = stage.meter.snapshot()
    #expect(first.bytesPerSecond == 1_000)
    #expect(first.expectedBytes == 4_000)
    #expect(first.secondsLeft == 3)
    stage.clock.advance(20)
    _ = stage.meter.snapshot()
    stage.clock.advance(5)
    stage.store(0, 1, bytes: 1_000)
    #expect(stage.meter.snapshot().bytesPerSecond == 200, "the long wait before is forgotten")
  }

  @Test("what an earlier run left is there, but no speed of this one")
  func resumed() throws {
    let stage = try Stage([Planned(Self.segments("1", "1", "1", "1"))], estimates: [4_000], left: [0: 1_000])
    stage.clock.advance(1e-9)
    let start = stage.meter.snapshot()
    #expect(start.bytes == 1_000 && start.bytesPerSecond == 0 && start.secondsLeft == nil)
    #expect(start.fraction == 0.25)
    stage.clock.advance(1)
    stage.store(0, 1, bytes: 1_000)
    #expect((990...1_000).contains(stage.meter.snapshot().bytesPerSecond))
  }

  @Test("parts carry the selections' names and loaded time")
  func parts() throws {
    let stage = try Stage(Self.segments("6", "4", "2"))
    stage.store(0, 0, bytes: 1)
    stage.store(0, 2, bytes: 1)
    let part = stage.meter.snapshot().parts.first
    #expect(part?.id == "variant:0")
    #expect(part?.loadedTimeRanges == [0...6, 10...12])
    #expect(part?.expectedTimeRange == 0...12)
    #expect(part.map { abs($0.fraction - 8.0 / 12) < 1e-9 } == true)
  }
}

extension PlannedStream {
  /// The same stream with another promise of its size.
  fileprivate func promising(_ bytes: Int64) -> PlannedStream {
    PlannedStream(
      folder: folder, uri: uri, identity: identity, playlist: playlist, original: [], pieces: pieces,
      bandwidth: nil, estimatedBytes: bytes)
  }
}

extension BuildPlan {
  /// A plan of streams and nothing else, one variant each.
  fileprivate init(streams: [PlannedStream]) throws {
    let uri = try URI(site)
    self.init(
      title: "Film", destination: "/nowhere/Film.movpkg", source: uri, requested: uri,
      identity: Identity(text: "film"), multivariant: nil, map: nil, choice: nil, original: [],
      streams: streams, keys: [],
      variants: streams.indices.map { index in
        PlannedVariant(
          record: VariantRecord(id: "variant:\(index)", uri: site, bandwidth: 0), role: .primary, reason: "",
          stream: index, alternatives: [])
      }, renditions: [], warnings: [], freeBytes: nil)
  }
}
