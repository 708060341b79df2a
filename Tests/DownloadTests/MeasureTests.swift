import Addresses
import BundleStore
import Media
import Playlist
import Testing

@testable import Download

@Suite struct EstimateTests {
  private func estimate(
    _ lines: String, rate: Double? = nil, duration: Double = 12, kind: StreamKindName = .variant
  ) throws -> Int64 {
    let planned = try Planned(vod(lines))
    return PlannedStream.estimate(planned.pieces, duration: duration, rate: rate, kind: kind.kind)
  }

  @Test("byte ranges tell it exactly, gaps not counted")
  func ranges() throws {
    let lines = """
      #EXT-X-MAP:URI="v",BYTERANGE="800@0"
      #EXTINF:6,
      #EXT-X-BYTERANGE:500@800
      v
      #EXT-X-GAP
      #EXTINF:6,
      #EXT-X-BYTERANGE:7000
      v
      """
    #expect(try estimate(lines, rate: 8_000_000) == 1_300)
  }

  @Test("one whole resource among ranges makes it a matter of rate and duration")
  func mixed() throws {
    let lines = "#EXTINF:6,\n#EXT-X-BYTERANGE:500@800\nv\n#EXTINF:6,\nw"
    #expect(try estimate(lines, rate: 8_000) == 12_000)
  }

  @Test(
    "without a promise an ordinary rate is assumed",
    arguments: [(.variant, 3_000_000), (.audio, 192_000), (.subtitles, 3_000)] as [(StreamKindName, Int64)])
  func assumed(_ kind: StreamKindName, _ bytes: Int64) throws {
    #expect(try estimate("#EXTINF:6,\na", kind: kind) == bytes)
  }

  @Test("it has an end, whatever the source claims")
  func bounds() throws {
    #expect(try estimate("#EXTINF:6,\na", rate: 1e300) == .max)
    #expect(try estimate("#EXTINF:6,\na", rate: .infinity, duration: 0) == .max)
    #expect(try estimate("#EXTINF:6,\na", rate: 1_000, duration: -5) == 0)
    let huge = (0..<3).map { "#EXTINF:6,\n#EXT-X-BYTERANGE:9000000000000000000@0\n\($0)" }
    #expect(try estimate(huge.joined(separator: "\n")) == .max)
  }
}

@Suite struct BitRatesTests {
  private func rates(_ segments: [(Int64, Double)], target: Int) -> BitRates {
    BitRates(of: segments.map { (bytes: $0.0, seconds: $0.1) }, targetDuration: target)
  }

  @Test("the average is all bytes over the whole duration, the peak the busiest window")
  func windows() {
    // Windows of 2 to 6.5 s: each segment of 4 s alone; no two of them.
    let rates = rates([(1_000, 4), (3_000, 4), (500, 4)], target: 4)
    #expect(rates.average == 3_000)
    #expect(rates.peak == 6_000)
  }

  @Test("what is shorter than half a target duration counts only with its neighbours")
  func short() {
    // Windows of 2 to 6.5 s. 1 s with 1,000 bytes is too short alone: best with the 2 s after it, 1,300 bytes
    // in 3 s; the 4 s before it would make 1,400 bytes in 5 s.
    let rates = rates([(400, 4), (1_000, 1), (300, 2)], target: 4)
    #expect(rates.peak == 3_467)
    #expect(rates.average == 1_943)
  }

  @Test("a window as long as one and a half target durations and half a second is the longest")
  func long() {
    // With a target of 4: 2 s and 4.5 s make 6.5 s, which is one; with 4.6 s it is none.
    #expect(rates([(0, 2), (6_500, 4.5)], target: 4).peak == 11_556)
    #expect(rates([(6_500, 1.9), (0, 4.6)], target: 4).peak == 8_000)
    #expect(rates([(6_500, 1.9), (0, 4.7)], target: 4).peak == 7_879, "the average: no window holds it")
  }

  @Test("nothing, no length, and no bytes are no trouble")
  func nothing() {
    #expect(rates([], target: 6) == rates([(0, 6)], target: 6))
    #expect(rates([], target: 6).peak == 0)
    #expect(rates([(1_000, 0), (1_000, 0)], target: 6).average == 0)
    #expect(rates([(1_000, 0), (1_000, 4), (1_000, 0)], target: 4).average == 6_000)
    #expect(rates([(Int64.max / 2, 1e-300)], target: 1).average == .max)
  }

  @Test("the peak is never below the average")
  func order() {
    #expect(rates([(1_000, 30)], target: 6).peak == rates([(1_000, 30)], target: 6).average)
  }
}

@Suite struct StreamStateTests {
  private static let text = vod(
    "#EXT-X-MAP:URI=\"i\"", "#EXTINF:6,", "0", "#EXTINF:4,", "1", "#EXTINF:2,", "2", "#EXT-X-GAP",
    "#EXTINF:5,", "3",
    "#EXTINF:3,", "4")

  private func loaded(_ stored: Int...) throws -> (
    ranges: [ClosedRange<Double>], seconds: Double, bytes: Int64
  ) {
    let stream = try Planned(Self.text).stream
    var state = StreamState(pieces: stream.pieces.count)
    for index in stored { state.store(facts(100), at: index) }
    let loaded = state.loaded(of: stream)
    return (loaded.ranges, loaded.seconds, loaded.bytes)
  }

  @Test("stored parts are merged where they touch")
  func merged() throws {
    #expect(try loaded(1, 2).ranges == [0...10, 12...17])
    #expect(try loaded(1, 3).ranges == [0...6, 10...17])
    #expect(try loaded(1, 2, 3, 5).ranges == [0...20])
    #expect(try loaded(5, 2).ranges == [6...10, 12...20])
  }

  @Test("seconds and bytes are what is stored, gaps being as good as there")
  func sums() throws {
    #expect(try loaded(2).seconds == 9)
    #expect(try loaded(0, 2).bytes == 200)
    #expect(try loaded(0, 1, 2, 3, 5).seconds == 20)
  }

  @Test("an initialization section is bytes, not time")
  func sections() throws {
    #expect(try loaded(0).ranges == [12...17])
    #expect(try loaded(0).bytes == 100)
  }

  @Test("a piece stored again counts once")
  func replaced() {
    var state = StreamState(pieces: 2)
    state.store(facts(100), at: 1)
    state.store(facts(30), at: 1)
    #expect(state.bytes == 30)
  }

  @Test("the container is the first that can be told, in the order of the stream; tracks are not repeated")
  func tracks() {
    var state = StreamState(pieces: 4)
    state.store(facts(1, container: .fragmentedMP4, tracks: [.video, .sound]), at: 3)
    state.store(facts(1, container: .transportStream, tracks: [.sound]), at: 1)
    state.store(facts(1, container: .unknown), at: 0)
    #expect(state.container == .transportStream)
    #expect(state.tracks == [.sound, .video])
    #expect(state.isInspected)
    state.store(facts(1, isInspected: false), at: 2)
    #expect(!state.isInspected)
  }
}
