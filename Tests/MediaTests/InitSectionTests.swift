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
    let tracks = try movieTracks(bytes)
    let streams = try probe(sample)
    #expect(tracks.map(\.codec) == codecs)
    try #require(tracks.count == streams.count)
    for (track, stream) in zip(tracks, streams) {
      #expect(track.kind.rawValue == stream["codec_type"])
      if track.kind == .video {
        #expect(track.width.map { "\($0)" } == stream["width"])
        #expect(track.height.map { "\($0)" } == stream["height"])
      } else if track.encrypted {
        // ffprobe takes ciphertext for frames and finds other numbers.
        #expect([track.channels, track.sampleRate] == [2, 48_000])
      } else {
        #expect(track.channels.map { "\($0)" } == stream["channels"])
        #expect(track.sampleRate.map { "\($0)" } == stream["sample_rate"])
      }
      let language = stream["TAG:language"]
      #expect((track.language ?? "und") == (language ?? "und"))
      #expect(track.encrypted == (sample == .encryptedFragments))
    }
  }

  @Test("frame rates come from the timing of parameter sets, fragments' defaults, or the sample table")
  func frameRates() throws {
    let expected = [
      (Sample.avcAACFragments, 30_000 / 1_001.0), (.hevcAC3Fragments, 25), (.hevcTenBitFragments, 25),
      (.progressive, 30_000 / 1_001.0),
    ]
    for (sample, rate) in expected {
      let track = try #require(try movieTracks(sample.bytes()).first)
      #expect(isClose(track.frameRate, rate))
    }
    let film = movie(
      video: "avc1", config: box("avcC", [1, 0x64, 0, 0x1f, 0xff, 0xe0, 0]), sampleDuration: 512)
    #expect(try movieTracks(film).first?.frameRate == 25)
  }

  @Test("bit depth and transfer characteristics of HDR")
  func highDynamicRange() throws {
    let track = try #require(try movieTracks(Sample.hevcTenBitFragments.bytes()).first)
    #expect(track.bitDepth == 10)
    #expect(track.videoRange == "PQ")
    let plain = try #require(try movieTracks(Sample.hevcAC3Fragments.bytes()).first)
    #expect(plain.bitDepth == 8)
    #expect(plain.videoRange == nil)
  }

  private static let hevc: [UInt8] =
    [1, 0x22, 0x20, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 153, 0xf0, 0, 0xfc, 0xfd, 0xfa, 0xfa, 0, 0, 0x0f, 0]
  private static let dolbyVision: [UInt8] = [1, 0, 0x10, 0x3d] + [UInt8](repeating: 0, count: 20)
  private static let pq = box("colr", Array("nclx".utf8) + [0, 9, 0, 16, 0, 9, 0])

  private static let videos: [(StaticString, [UInt8], String)] = [
    ("avc1", box("avcC", [1, 0x64, 0x00, 0x1f, 0xff, 0xe0, 0]), "avc1.64001F"),
    ("avc3", box("avcC", [1, 0x42, 0xe0, 0x1e, 0xff, 0xe0, 0]), "avc3.42E01E"),
    ("hvc1", box("hvcC", hevc), "hvc1.2.4.H153.B0"),
    ("hev1", box("hvcC", hevc), "hev1.2.4.H153.B0"),
    ("dvh1", box("hvcC", hevc) + box("dvcC", [1, 0, 0x0a, 0x35, 0]), "dvh1.05.06"),
    ("av01", box("av1C", [0x81, 0x0d, 0x4c, 0]) + pq, "av01.0.13M.10.0.110.09.16.09.0"),
    ("av01", box("av1C", [0x81, 0x08, 0x0c, 0]), "av01.0.08M.08"),
    ("av01", box("av1C", [0x81, 0x29, 0xe0, 0]), "av01.1.09H.12.0.000.01.01.01.0"),
    ("vp09", box("vpcC", [1, 0, 0, 0, 2, 31, 0xa3, 9, 16, 9, 0, 0]), "vp09.02.31.10.01.09.16.09.01"),
    ("vp09", box("vpcC", [1, 0, 0, 0, 0, 40, 0x82, 1, 1, 1, 0, 0]), "vp09.00.40.08"),
    ("av01", box("av1C"), "av01"),
    ("avc1", [], "avc1"),
  ]

  @Test("codec strings of handmade configurations", arguments: videos)
  func videoCodecs(_ type: StaticString, config: [UInt8], codec: String) throws {
    let tracks = try movieTracks(movie(video: type, config: config))
    #expect(tracks.map(\.codec) == [codec])
    #expect(tracks.first?.width == 1_920)
    #expect(tracks.first?.encrypted == false)
  }

  @Test("the format behind protection is what counts, Dolby Vision beside a codec is told")
  func protection() throws {
    let sinf = box("sinf", box("frma", Array("hvc1".utf8)) + box("schm", [0, 0, 0, 0] + Array("cbcs".utf8)))
    let hidden = try movieTracks(movie(video: "encv", config: box("hvcC", Self.hevc) + sinf))
    #expect(hidden.map(\.codec) == ["hvc1.2.4.H153.B0"])
    #expect(hidden.first?.encrypted == true)
    #expect(throws: MediaError(place: "track 1", reason: "is protected and has no 'frma' box")) {
      try movieTracks(movie(video: "encv", config: box("hvcC", Self.hevc)))
    }
    let vision = box("hvcC", Self.hevc) + box("dvvC", Self.dolbyVision)
    #expect(try movieTracks(movie(video: "hvc1", config: vision)).first?.supplementalCodec == "dvh1.08.07")
  }

  private static func descriptor(_ objectType: UInt8, _ info: [UInt8]) -> [UInt8] {
    let config: [UInt8] =
      [objectType, 0x15] + [UInt8](repeating: 0, count: 11) + [5, UInt8(info.count)] + info
    let stream: [UInt8] = [0, 1, 0, 4, 0x80, 0x80, 0x80, UInt8(config.count)] + config
    return box("esds", [0, 0, 0, 0, 3, UInt8(stream.count)] + stream)
  }

  private static let sounds: [(StaticString, [UInt8], String, Int?, Int?)] = [
    ("mp4a", descriptor(0x40, [0x12, 0x10]), "mp4a.40.2", 2, 44_100),
    ("mp4a", descriptor(0x40, [0x2b, 0x11, 0x88, 0]), "mp4a.40.5", 2, 48_000),
    ("mp4a", descriptor(0x69, []), "mp4a.69", 2, 48_000),
    ("mp4a", [], "mp4a", 2, 48_000),
    ("ac-3", box("dac3", [0x10, 0x3d, 0xe0]), "ac-3", 6, 48_000),
    ("ec-3", box("dec3", [0x07, 0xc0, 0x20, 0x0f, 0x02, 0x02]), "ec-3", 8, 48_000),
    ("Opus", box("dOps", [0, 6, 1, 0x38, 0, 0, 0xac, 0x44, 0, 0, 0]), "Opus", 6, 48_000),
    (
      "fLaC",
      box(
        "dfLa",
        [0, 0, 0, 0, 0x80, 0, 0, 34] + [UInt8](repeating: 0, count: 10)
          + [0x0b, 0xb8, 0x0b, 0x70, 0, 0, 0, 0]), "fLaC", 6, 48_000
    ),
    (
      "alac",
      box(
        "alac",
        [0, 0, 0, 0] + big(4_096, 4) + [0, 24, 40, 10, 14, 6] + big(255, 2) + big(0, 8)
          + big(96_000, 4)), "alac", 6, 96_000
    ),
    (
      "ac-4", box("dac4", [0x20, 0xa2, 0x01] + [UInt8](repeating: 0, count: 9) + [1, 10, 0x1b, 0]),
      "ac-4.02.01.03", 2, 48_000
    ),
  ]

  @Test("handmade audio configurations", arguments: sounds.indices)
  func audioCodecs(_ index: Int) throws {
    let (type, config, codec, channels, rate) = Self.sounds[index]
    let track = try #require(try movieTracks(movie(audio: type, config: config)).first)
    #expect(track.codec == codec)
    #expect(track.channels == channels)
    #expect(track.sampleRate == rate)
  }

  @Test("subtitles: WebVTT, and TTML with its profile where the entry tells it")
  func subtitles() throws {
    func codec(_ type: StaticString, _ payload: [UInt8]) throws -> String? {
      try movieTracks(movie(handler: "subt", entry: box(type, [UInt8](repeating: 0, count: 8) + payload)))
        .first?.codec
    }
    let namespace = Array("http://www.w3.org/ns/ttml\0".utf8)
    #expect(try codec("wvtt", box("vttC", Array("WEBVTT".utf8))) == "wvtt")
    #expect(try codec("stpp", namespace + [0, 0]) == "stpp")
    let schema = Array("http://www.w3.org/ns/ttml/profile/imsc1/text\0".utf8)
    #expect(try codec("stpp", namespace + schema + [0]) == "stpp.ttml.im1t")
    let mime = box("mime", [0, 0, 0, 0] + Array("application/ttml+xml;codecs=\"im2t\"\0".utf8))
    #expect(try codec("stpp", namespace + [0, 0] + mime) == "stpp.ttml.im2t")
    #expect(try movieTracks(Sample.timedTextFragments.bytes()).map(\.codec) == ["stpp"])
  }

  @Test("languages: the packed three letters, a longer tag, and none")
  func languages() throws {
    let french = 6 << 10 | 18 << 5 | 1
    #expect(try movieTracks(movie(video: "avc1", config: [], language: french)).first?.language == "fra")
    #expect(try movieTracks(movie(video: "avc1", config: [], language: 0x55c4)).first?.language == nil)
    #expect(try movieTracks(movie(video: "avc1", config: [], language: 0)).first?.language == nil)
    let long = movie(video: "avc1", config: [], language: french, extended: "fr-CA")
    #expect(try movieTracks(long).first?.language == "fr-CA")
  }

  @Test("sections that are cut, or lack what every track has, are refused with the place")
  func refused() throws {
    func refusal(_ bytes: [UInt8]) -> String? {
      do throws(MediaError) {
        _ = try movieTracks(bytes)
        return nil
      } catch {
        return error.description
      }
    }
    let whole = movie(video: "avc1", config: [])
    #expect(refusal(whole) == nil)
    #expect(refusal([]) == "initialization section: has no 'moov' box")
    #expect(refusal(box("ftyp")) == "initialization section: has no 'moov' box")
    #expect(refusal(Array(whole.dropLast())) == "moov: is cut")
    #expect(refusal(box("moov", box("trak"))) == "moov/trak: has no whole 'tkhd' box")
    let header = box("tkhd", big(0, 12) + big(7, 4))
    #expect(refusal(box("moov", box("trak", header))) == "track 7: has no 'mdia' box")
    #expect(refusal(box("moov", box("trak", header + box("mdia")))) == "track 7: has no 'stsd' box")
    #expect(refusal(movie(handler: "vide", entry: [])) == "track 1: has no whole sample entry")
    #expect(
      refusal(movie(handler: "vide", entry: box("avc1"))) == "track 1: has a sample entry 'avc1' that is cut")
    let crowd = box("moov", (0..<65).flatMap { _ in Array(whole.dropFirst(8)) })
    #expect(refusal(crowd) == "moov: declares more than 64 tracks")
    #expect(try movieTracks(box("moov")).isEmpty)
  }
}
