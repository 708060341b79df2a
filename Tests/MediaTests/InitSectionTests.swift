import Testing

@testable import Media

@Suite("Initialization sections")
struct InitSectionTests {
  private static let samples: [(Sample, [String])] = [
    (.avcAACFragments, ["avc1.4D400D", "mp4a.40.2"]),
    (.hevcAC3Fragments, ["hvc1.1.6.L60.90", "ac-3"]),
    (.hevcTenBitFragments, ["hev1.2.4.L60.90"]),
    (.av1OpusFragments, ["av01.0.00M.08", "Opus"]),
    (.vp9FLACFragments, ["vp09.00.11.08", "fLaC"]),
    (.eac3Fragments, ["ec-3"]),
    (.mp3Fragments, ["mp4a.6B"]),
    (.heAACLayoutFragments, ["mp4a.40.2"]),
    (.encryptedFragments, ["avc1.42C00C", "mp4a.40.2"]),
    (.progressive, ["avc1.42C00D", "mp4a.40.2"]),
  ]

  @Test("codecs, sizes, channels, rates and languages are those that ffprobe finds", arguments: samples)
  func agreesWithProbe(_ sample: Sample, codecs: [String]) throws {
    let bytes = try sample.bytes()
    let tracks = try InitSection.tracks(bytes.span)
    let streams = try probe(sample)
    #expect(tracks.map(\.codec) == codecs)
    try #require(tracks.count == streams.count)
    for (track, stream) in zip(tracks, streams) {
      #expect(track.kind.rawValue == stream["codec_type"])
      if track.kind == .video {
        #expect(track.width.map { "\($0)" } == stream["width"])
        #expect(track.height.map { "\($0)" } == stream["height"])
      } else {
        #expect(track.channels.map { "\($0)" } == stream["channels"])
        #expect(track.sampleRate.map { "\($0)" } == stream["sample_rate"])
      }
      let language = stream["TAG:language"]
      #expect((track.language ?? "und") == (language ?? "und"))
      #expect(track.encrypted == (sample == .encryptedFragments))
    }
  }
}
