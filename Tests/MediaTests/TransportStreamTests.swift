import Testing

@testable import Media

@Suite("Transport streams")
struct TransportStreamTests {
  private static let samples: [(Sample, [String])] = [
    (.avcAACStream, ["avc1.64000D", "mp4a.40.2"]),
    (.avcCroppedStream, ["avc1.4D4015"]),
    (.hevcAC3Stream, ["hvc1.1.6.L60.90", "ac-3"]),
    (.avcEAC3Stream, ["avc1.42C00C", "ec-3"]),
    (.latmStream, ["mp4a.40.2"]),
    (.mp3Stream, ["mp4a.40.34"]),
  ]

  @Test("codecs, sizes, rates, channels and times are those that ffprobe finds", arguments: samples)
  func agreesWithProbe(_ sample: Sample, codecs: [String]) throws {
    let bytes = try sample.bytes()
    let report = MediaTests.report(bytes)
    let streams = try probe(sample)
    #expect(report.tracks.map(\.codec) == codecs)
    #expect(report.isComplete)
    #expect(report.programCount == 1)
    try #require(report.tracks.count == streams.count)
    for (track, stream) in zip(report.tracks, streams) {
      #expect(track.kind.rawValue == stream["codec_type"])
      #expect(track.firstPTS.map { "\($0)" } == stream["start_pts"])
      if track.kind == .video {
        #expect(track.width.map { "\($0)" } == stream["width"])
        #expect(track.height.map { "\($0)" } == stream["height"])
        #expect(isClose(track.frameRate, rate(stream["r_frame_rate"])))
      } else {
        #expect(track.channels.map { "\($0)" } == stream["channels"])
        #expect(track.sampleRate.map { "\($0)" } == stream["sample_rate"])
      }
      #expect(track.language == stream["TAG:language"])
    }
  }

  @Test("the stream type of SAMPLE-AES, and scrambled packets, count as encrypted")
  func encrypted() throws {
    var bytes = Array(try Sample.avcAACStream.bytes().prefix(188 * 200))
    let clear = report(bytes).tracks
    #expect(clear.map(\.encrypted) == [false, false])
    // The audio's entry in every program map: type 0x0F, PID 0x101.
    for at in 0..<bytes.count - 2 where bytes[at] == 0x0f && bytes[at + 1] == 0xe1 && bytes[at + 2] == 0x01 {
      bytes[at] = 0xcf
    }
    #expect(report(bytes).tracks.map(\.encrypted) == [false, true])
    #expect(report(bytes).tracks.map(\.codec) == clear.map(\.codec))
    for at in stride(from: 0, to: bytes.count, by: 188)
    where bytes[at + 2] == 0x00 && bytes[at + 1] & 0x1f == 1 {
      bytes[at + 3] |= 0x80
    }
    let scrambled = report(bytes).tracks
    #expect(scrambled.map(\.encrypted) == [true, true])
    #expect(scrambled[0].codec == "avc1")
  }

  @Test("a stream cut short, or without tables, gives what there is")
  func cut() throws {
    let bytes = try Sample.avcAACStream.bytes()
    #expect(report(Array(bytes[0..<0])) == TransportStream.Report())
    let one = report(Array(bytes[0..<188 * 2]))
    #expect(one.programCount <= 1)
    #expect(!one.isComplete)
    #expect(report(packets(20)).tracks.isEmpty)
    let tables = report(Array(bytes[188..<bytes.count]))
    #expect(tables.startsWithTables)
    #expect(!report(bytes).startsWithTables)
  }
}
