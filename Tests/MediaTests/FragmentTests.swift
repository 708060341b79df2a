import Testing

@testable import Media

@Suite("Movie fragments")
struct FragmentTests {
  private func list(_ bytes: [UInt8], _ tracks: [TrackFacts] = []) throws(MediaError) -> [Fragment] {
    try Fragment.list(in: bytes.span, tracks: tracks).fragments
  }

  private func isComplete(_ bytes: [UInt8]) throws(MediaError) -> Bool {
    try Fragment.list(in: bytes.span).isComplete
  }

  @Test("durations, sample counts and times are those that ffprobe finds")
  func agreesWithProbe() throws {
    let bytes = try Sample.avcAACFragments.bytes()
    let tracks = try movieTracks(bytes)
    let fragments = try list(bytes, tracks)
    let packets = try Tool.run(
      "ffprobe",
      [
        "-loglevel", "error", "-show_entries", "packet=stream_index,duration_time",
        "-of", "csv=p=0",
      ]
        + [Sample.avcAACFragments.path()])
    for (index, track) in tracks.enumerated() {
      let lines = packets.split(separator: "\n").filter { $0.hasPrefix("\(index),") }
      let seconds = lines.compactMap { Double($0.split(separator: ",")[1]) }.reduce(0, +)
      let own = fragments.filter { $0.trackID == track.id }
      #expect(own.map(\.sampleCount).reduce(0, +) == lines.count)
      // One second of sound and the encoder's 1,024 samples in front, which ffprobe's packets do not all
      // show.
      let expected = track.kind == .audio ? 49_024 / 48_000 : seconds
      #expect(isClose(Fragment.duration(of: fragments, track: track), expected))
      #expect(own.first?.baseDecodeTime == 0)
      #expect(own.first?.startsWithSync == true)
      var next: UInt64 = 0
      for fragment in own {
        #expect(fragment.baseDecodeTime == next)
        next += fragment.duration ?? 0
      }
    }
    #expect(try isComplete(bytes))
    #expect(try !isComplete(Array(bytes.dropLast(3))))
  }

  private static func moof(tfhd: [UInt8], tfdt: [UInt8], trun: [UInt8]) -> [UInt8] {
    box("moof", box("traf", box("tfhd", tfhd) + box("tfdt", tfdt) + box("trun", trun)))
  }

  @Test("defaults come from the fragment, else from the movie, else nobody knows")
  func defaults() throws {
    let plain = Self.moof(
      tfhd: big(0, 4) + big(9, 4), tfdt: big(0, 4) + big(77, 4), trun: big(0, 4) + big(3, 4))
    let unknown = try #require(try list(plain).first)
    #expect(unknown.trackID == 9)
    #expect(unknown.baseDecodeTime == 77)
    #expect(unknown.sampleCount == 3)
    #expect(unknown.duration == nil)
    #expect(unknown.startsWithSync == nil)
    var track = TrackFacts(kind: .video, codec: "avc1", id: 9)
    track.defaultSampleDuration = 1_000
    track.timescale = 30_000
    let known = try list(plain, [track])
    #expect(known.first?.duration == 3_000)
    #expect(Fragment.duration(of: known, track: track) == 0.1)
    #expect(Fragment.duration(of: [], track: track) == nil)
    let own = Self.moof(
      tfhd: big(0x28, 4) + big(9, 4) + big(500, 4) + big(0x1_0000, 4),
      tfdt: [1] + big(0, 3) + big(1 << 40, 8),
      trun: big(0, 4) + big(3, 4))
    let fragment = try #require(try list(own, [track]).first)
    #expect(fragment.duration == 1_500)
    #expect(fragment.baseDecodeTime == 1 << 40)
    #expect(fragment.startsWithSync == false)
  }

  @Test("composition offsets give the earliest presentation, negative ones too")
  func offsets() throws {
    let samples = big(1_000, 4) + big(2_000, 4) + big(1_000, 4) + big(-1_500, 4) + big(1_000, 4) + big(0, 4)
    let bytes = Self.moof(
      tfhd: big(0, 4) + big(1, 4), tfdt: big(0, 8),
      trun: big(0x0100_0904, 4) + big(3, 4) + big(0, 4) + samples)
    let fragment = try #require(try list(bytes).first)
    #expect(fragment.duration == 3_000)
    #expect(fragment.presentationOffset == -500)
    #expect(fragment.startsWithSync == true)
  }

  @Test("a fragment that promises more samples than it has is refused")
  func cut() {
    let bytes = Self.moof(
      tfhd: big(0, 4) + big(1, 4), tfdt: big(0, 8), trun: big(0x100, 4) + big(1_000, 4) + big(0, 40))
    #expect(throws: MediaError(place: "moof of track 1", reason: "has a 'trun' box that is cut")) {
      try list(bytes)
    }
    #expect(throws: MediaError(place: "moof/traf", reason: "has no whole 'tfhd' box")) {
      try list(box("moof", box("traf")))
    }
    let endless = Self.moof(tfhd: big(0, 4) + big(1, 4), tfdt: [], trun: big(0, 4) + big(0xffff_ffff, 4))
    #expect(throws: MediaError.self) { try list(endless) }
  }
}
