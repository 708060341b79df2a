import Conformance
import Testing

/// One change of the good playlist, and all that is found then.
struct MultivariantRuleCase: CustomTestStringConvertible {
  let line: Int
  let old: String
  let new: String
  let told: [String]

  init(_ line: Int, _ old: String, _ new: String, _ told: String...) {
    self.line = line
    self.old = old
    self.new = new
    self.told = told
  }

  var testDescription: String { "line \(line): \(old) becomes \(new)" }

  func check() throws {
    let broken = try MultivariantRuleSource().replacing(old, with: new, line: line)
    #expect(try broken.told() == told)
  }
}

@Suite("Rules on a multivariant playlist")
struct MultivariantRuleTests {
  private let good = MultivariantRuleSource()

  @Test("find nothing in a good one")
  func nothing() throws {
    #expect(try good.findings() == [])
    #expect(try good.findings(at: "https://media.example/main.m3u8") == [])
  }

  @Test("find one thing where the good one is broken at one point of a stream", arguments: streamCases)
  func streams(_ example: MultivariantRuleCase) throws { try example.check() }

  private static let streamCases: [MultivariantRuleCase] = [
    .init(14, "BANDWIDTH=900000", "BANDWIDTH=0", "error rfc8216bis-4.4.6.2-bandwidth-zero 14"),
    .init(22, "BANDWIDTH=200000", "BANDWIDTH=0", "error rfc8216bis-4.4.6.2-bandwidth-zero 22"),
    .init(22, "BANDWIDTH=200000", "BANDWIDTH=2147483648", "warning hlspack-bandwidth-32-bit 22"),
    .init(22, "BANDWIDTH=200000", "BANDWIDTH=2147483647"),
    .init(14, "AVERAGE-BANDWIDTH=800000,", "", "error apple-authoring-9.14-average-bandwidth 14"),
    .init(14, "E-BANDWIDTH=800000", "E-BANDWIDTH=900001", "error rfc8216bis-4.4.6.2-average-above-peak 14"),
    .init(14, "E-BANDWIDTH=800000", "E-BANDWIDTH=900000"),
    .init(14, "E-BANDWIDTH=800000", "E-BANDWIDTH=449999", "warning apple-authoring-1.30-peak-rate 14"),
    .init(14, "E-BANDWIDTH=800000", "E-BANDWIDTH=450000"),
    .init(14, ",RESOLUTION=640x360", "", "error apple-authoring-9.2-resolution 14"),
    .init(22, ",RESOLUTION=640x360", "", "error apple-authoring-9.4-i-frame-resolution 22"),
    .init(23, ",RESOLUTION=320x180", "", "error image-playlist-0.4-required-attributes 23"),
    .init(23, "CODECS=\"jpeg\",", "", "error image-playlist-0.4-required-attributes 23"),
    .init(14, ",FRAME-RATE=25.000", "", "error apple-authoring-9.15-frame-rate 14"),
    .init(14, "RATE=25.000", "RATE=25.0000", "info rfc8216bis-4.4.6.2-frame-rate-digits 14"),
    .init(14, "RATE=25.000", "RATE=60.002", "warning apple-authoring-1.19-frame-rate-limit 14"),
    .init(14, "RATE=25.000", "RATE=60"),
    .init(22, "URI", "FRAME-RATE=25,URI", "warning rfc8216bis-4.4.6.3-i-frame-attributes 22"),
    .init(22, "URI", "CLOSED-CAPTIONS=NONE,URI"),
    .init(22, "URI", "REQ-VIDEO-LAYOUT=\"CH-MONO\",URI"),
    .init(14, "RATE=25.000", "RATE=90,REQ-VIDEO-LAYOUT=\"CH-STEREO\""),
    .init(22, "URI", "AUDIO=\"two\",URI", "warning rfc8216bis-4.4.6.3-i-frame-attributes 22"),
    .init(23, "URI", "SUBTITLES=\"sub\",URI", "warning rfc8216bis-4.4.6.3-i-frame-attributes 23"),
    .init(14, "AUDIO", "PROGRAM-ID=1,AUDIO", "warning rfc8216bis-4.4.6.2-program-id 14"),
    .init(14, "AUDIO", "REQ-VIDEO-LAYOUT=\"CH-STEREO,CH-MONO/PROJ-RECT\",AUDIO"),
    .init(
      14, "AUDIO", "REQ-VIDEO-LAYOUT=\"CH-STEREO/CH-MONO\",AUDIO",
      "error rfc8216bis-4.4.6.2-video-layout-once 14"),
    .init(
      14, "AUDIO", "REQ-VIDEO-LAYOUT=\"CH-STEREO,,CH-MONO\",AUDIO",
      "error rfc8216bis-4.4.6.2-video-layout-once 14"),
    .init(
      14, "AUDIO", "REQ-VIDEO-LAYOUT=\"PROJ-RECT/CH-MONO\",AUDIO",
      "warning rfc8216bis-4.4.6.2-video-layout-needed 14"),
    .init(14, "HDCP-LEVEL=TYPE-0,", ""),
    .init(12, "HDCP-LEVEL=TYPE-0,", "", "warning apple-authoring-13.5-hdcp-level 12"),
    .init(12, "HDCP-LEVEL=TYPE-0", "HDCP-LEVEL=NONE"),
    .init(14, "AUDIO", "ALLOWED-CPC=\"urn:uuid:1:AppleMain/HW-2,com.example.drm:PC\",AUDIO"),
    .init(14, "AUDIO", "ALLOWED-CPC=\"com.example\",AUDIO", "error rfc8216bis-4.4.6.2-allowed-cpc 14"),
    .init(14, "AUDIO", "ALLOWED-CPC=\"x:A//B\",AUDIO", "error rfc8216bis-4.4.6.2-allowed-cpc 14"),
    .init(14, "AUDIO", "ALLOWED-CPC=\":PC\",AUDIO", "error rfc8216bis-4.4.6.2-allowed-cpc 14"),
    .init(14, "640x360", "640x364"),
    .init(14, "640x360", "640x480", "warning apple-authoring-1.33-aspect-ratio 14"),
    .init(2, "5", "6", "info rfc8216bis-8-version-higher-multivariant 2"),
  ]

  @Test("find one thing where the good one is broken at one point of its codecs", arguments: codecCases)
  func codecs(_ example: MultivariantRuleCase) throws { try example.check() }

  private static let codecCases: [MultivariantRuleCase] = [
    .init(14, "CODECS=\"avc1.64001f,mp4a.40.2\",", "", "error apple-authoring-9.1-codecs 14"),
    .init(22, "CODECS=\"avc1.64001f\",", "", "error apple-authoring-9.3-i-frame-codecs 22"),
    .init(14, "1f,mp4a.40.2", "1f,,mp4a.40.2", "info rfc8216bis-4.4.6.2-codecs-form 14"),
    .init(14, "1f,mp4a.40.2", "1f,mp4a.40.2,", "info rfc8216bis-4.4.6.2-codecs-form 14"),
    .init(14, "1f,mp4a.40.2", "1f, mp4a.40.2,wvtt"),
    .init(14, "mp4a.40.2", "mp4a.40.2,xyz1", "info hlspack-codecs-unknown 14"),
    .init(14, "avc1.64001f", "avc1.66.30", "warning hlspack-codecs-avc-decimal 14"),
    .init(14, "avc1.64001f", "avc3.64001f", "warning hlspack-codecs-in-band 14"),
    .init(14, "avc1.64001f", "hev1.2.4.L93.B0", "warning hlspack-codecs-in-band 14"),
    .init(14, "avc1.64001f", "av01.0.04M.08"),
    .init(14, ",mp4a.40.2", "", "warning rfc8216bis-4.4.6.2-codecs-of-audio 14"),
    .init(
      14, "AUDIO", "SUPPLEMENTAL-CODECS=\"dvh1.08.01/db4h\",VIDEO-RANGE=HLG,AUDIO",
      "error apple-authoring-9.16-video-range 12", "error rfc8216bis-4.4.6.2-supplemental-base 14",
      "error apple-authoring-9.16-video-range 16", "error apple-authoring-9.16-video-range 18",
      "error apple-authoring-9.16-video-range 20"),
  ]

  @Test("tell enhancements that do not agree with the codec or the range beneath")
  func supplements() throws {
    func told(_ codec: String, _ brand: String, _ range: String) throws -> [String] {
      let line = "BANDWIDTH=1,CODECS=\"\(codec)\",SUPPLEMENTAL-CODECS=\"\(brand)\"\(range)"
      return try MultivariantRuleSource(variants: [line]).told().filter { $0.contains("supplemental") }
        .map { String($0.split(separator: " ")[1]) }
    }
    let (base, other) = ("hvc1.2.4.L150.B0", "avc1.64001f")
    let rule = "rfc8216bis-4.4.6.2-supplemental"
    #expect(try told(base, "dvh1.08.07/db4h", ",VIDEO-RANGE=HLG") == [])
    #expect(try told(base, "dvh1.08.07/db4h/xxxx, dvh1.08.06/db4h", ",VIDEO-RANGE=HLG") == [])
    #expect(try told(base, "dvh1.08.07/db1p", ",VIDEO-RANGE=PQ") == [])
    #expect(try told(base, "hvc1.2.4.L150.B0/cdm4", ",VIDEO-RANGE=PQ") == [])
    #expect(try told(base, "dvh1.08.07/db1p", ",VIDEO-RANGE=HLG") == [rule + "-brand"])
    #expect(try told(base, "dvh1.08.07/db4h", "") == [rule + "-brand"])
    #expect(try told(other, "dvh1.08.07/db1p", ",VIDEO-RANGE=PQ") == [rule + "-base"])
    #expect(try told("zzzz", "dvh1.08.07/db1p", ",VIDEO-RANGE=PQ") == [])
  }

  @Test("ask for no pictures' attributes where the codecs are those of sound alone")
  func soundOnly() throws {
    let sound = ["64000", "128000"].map { "BANDWIDTH=\($0),AVERAGE-BANDWIDTH=\($0),CODECS=\"mp4a.40.2\"" }
    #expect(try MultivariantRuleSource(variants: sound).told() == [])
  }

  @Test("tell a playlist without variants")
  func empty() throws {
    let rule = "error hlspack-variants-present 0"
    #expect(try MultivariantRuleSource("#EXTM3U\n").told() == [rule])
    let ignored = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,REQ-NEW=1\nu\n"
    #expect(try MultivariantRuleSource(ignored).told() == [rule])
  }

  @Test("tell the first few places of a fault, and how many more there are")
  func many() throws {
    let variants = (1...9).map { "BANDWIDTH=\($0),CODECS=\"mp4a.40.2\"" }
    let found = try MultivariantRuleSource(variants: variants).findings()
    #expect(found.count == 5)
    #expect(found.last?.message == "EXT-X-STREAM-INF has no AVERAGE-BANDWIDTH (and 4 more)")
  }

  @Test("tell tags and attributes that are not known once each, and what may be meant")
  func unknown() throws {
    let text = try good.replacing("FRAME-RATE", with: "FRAMERATE=25,X-OWN=\"a\",FRAME-RATE")
      .replacing("#EXT-X-VERSION:5", with: "#EXT-X-VERSION:5\n#EXT-X-OWN:a\n#EXT-X-OWN:b\n#EXTra")
    let found = try text.findings()
    #expect(found.map(\.severity) == [.info, .info, .info, .info])
    #expect(
      found.map(\.message) == [
        "'EXT-X-OWN' is no tag of the specification (and 1 more)", "'EXTra' is no tag of the specification",
        "EXT-X-STREAM-INF has 'FRAMERATE', which is no attribute of it (and 4 more)",
        "EXT-X-STREAM-INF has 'X-OWN', which is no attribute of it (and 4 more)",
      ])
    #expect(found.map(\.line) == [3, 5, 15, 15])
    #expect(found.map(\.hint) == [nil, nil, "FRAME-RATE may be meant", nil])
  }

  @Test("find slips in the names of tags, and tags that are no longer there")
  func misspelt() throws {
    let old = "#EXT-X-VERSION:5"
    let slip = try good.replacing(old, with: "#EXT-X-VERSION:5\n#EXT-X-INDEPENDENT_SEGMENTS")
    #expect(try slip.told() == ["warning rfc8216bis-4.1-misspelt-tag 3"])
    let removed = try good.replacing(old, with: "#EXT-X-VERSION:5\n#EXT-X-ALLOW-CACHE:NO")
    #expect(try removed.told() == ["warning rfc8216bis-8-allow-cache 3"])
  }

  @Test("tell five names that are not known, and the rest as a number")
  func unknownBound() throws {
    let lines = (1...9).map { "#EXT-X-OWN-\($0):1" }
    let attributes = (1...9).map { "OWN-\($0)=1" }.joined(separator: ",")
    let text = try good.replacing(
      "#EXT-X-VERSION:5", with: "#EXT-X-VERSION:5\n" + lines.joined(separator: "\n")
    )
    .replacing("URI=\"frames\"", with: "URI=\"frames\"," + attributes)
    let found = try text.findings()
    #expect(found.map(\.rule).count { $0 == "rfc8216bis-6.3.1-unknown-tag" } == 5)
    #expect(found.map(\.rule).count { $0 == "rfc8216bis-6.3.1-unknown-attribute" } == 5)
    #expect(found.count { $0.message.hasSuffix(", and 4 more under other names") } == 2)
  }

  @Test("tell absolute URIs on the playlist's own server once")
  func absolute() throws {
    let text = try good.replacing("URI=\"en2\"", with: "URI=\"https://media.example/en2\"", line: 5)
      .replacing("high", with: "https://media.example:443/high", line: 17)
    let other = try text.replacing("frames", with: "https://other.example/frames", line: 22)
    #expect(try other.findings() == [])
    let found = try other.findings(at: "https://media.example/main.m3u8")
    #expect(found.map(\.rule) == ["hlspack-absolute-uri-multivariant"])
    #expect(found.map(\.line) == [5])
    #expect(found.first?.message.hasSuffix("(and 1 more)") == true)
    #expect(found.first?.message.contains("example") == false)
  }
}
