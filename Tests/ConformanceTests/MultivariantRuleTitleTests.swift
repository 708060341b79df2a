import Conformance
import Testing

@Suite("Rules on all variants of a multivariant playlist")
struct MultivariantRuleTitleTests {
  private let good = MultivariantRuleSource()

  private func told(_ rule: String, _ variants: [String], more: [String] = []) throws -> [String] {
    try MultivariantRuleSource(variants: variants, more: more).told(rule)
  }

  @Test("tell a score that some variants lack, and one of nothing")
  func score() throws {
    let rule = "apple-authoring-9.19-score"
    #expect(try told(rule, ["BANDWIDTH=1", "BANDWIDTH=2,SCORE=1"]) == ["warning 2"])
    #expect(try told(rule, ["BANDWIDTH=1,SCORE=2", "BANDWIDTH=2,SCORE=1"]) == [])
    let positive = "rfc8216bis-4.4.6.2-score-positive"
    #expect(try told(positive, ["BANDWIDTH=1,SCORE=0.0", "BANDWIDTH=2,SCORE=0.1"]) == ["error 2"])
  }

  @Test("tell video of high range only, and variants that do not say their range")
  func range() throws {
    let all = try good.replacing("FRAME-RATE=25.000", with: "FRAME-RATE=25.000,VIDEO-RANGE=PQ")
    #expect(try all.told() == ["warning apple-authoring-1.24-sdr-variant 12"])
    let mixed = try all.replacing("VIDEO-RANGE=PQ", with: "VIDEO-RANGE=SDR", line: 14)
    #expect(try mixed.told() == [])
    let silent = try all.replacing(",VIDEO-RANGE=PQ", with: "", line: 14)
    #expect(try silent.told() == ["error apple-authoring-9.16-video-range 14"])
  }

  @Test("tell what a title of one quality lacks, as warnings")
  func reduced() throws {
    let line = #"BANDWIDTH=2,AVERAGE-BANDWIDTH=2,RESOLUTION=1x1,FRAME-RATE=1,CODECS="avc1.64001f,ec-3""#
    #expect(
      try MultivariantRuleSource(variants: [line]).told() == [
        "warning apple-authoring-6.1-i-frame-playlist 0", "warning apple-authoring-2.3-stereo-aac 2",
        "warning apple-authoring-9.9-several-bit-rates 2",
      ])
    let second = line.replacing("ec-3", with: "mp4a.40.2").replacing("1x1", with: "2x2")
    #expect(
      try MultivariantRuleSource(variants: [line, second]).told() == [
        "warning apple-authoring-6.1-i-frame-playlist 0", "warning apple-authoring-9.10-top-resolution 4",
      ])
  }

  @Test("ask for stereo only where sound is told, and every variant tells its codecs")
  func stereo() throws {
    let rule = "apple-authoring-2.3-stereo-aac"
    let (silent, surround, unknown) = (
      #"BANDWIDTH=1,CODECS="avc1.64001f""#, #"BANDWIDTH=1,CODECS="avc1.64001f,ec-3""#, "BANDWIDTH=1"
    )
    #expect(try told(rule, [silent]) == [])
    #expect(try told(rule, [silent, surround]) == ["warning 4"])
    #expect(try told(rule, [surround, unknown]) == [])
    func media(_ channels: String) -> [String] {
      [#"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="E",LANGUAGE="en"\#(channels),URI="e""#]
    }
    let group = [#"BANDWIDTH=1,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a""#]
    #expect(try told(rule, group, more: media(#",CHANNELS="6""#)) == ["warning 3"])
    #expect(try told(rule, group, more: media(#",CHANNELS="2""#)) == [])
    #expect(try told(rule, group, more: media("")) == [])
  }

  @Test("tell attributes that differ for one URI, but not the bit rates of other groups")
  func sameURI() throws {
    let rule = "hlspack-variant-uri-attributes"
    let size = try good.replacing("1920x1080", with: "1920x1070", line: 20)
    #expect(try size.told() == ["warning \(rule) 20"])
    let rate = try good.replacing("RATE=25.000", with: "RATE=50.000", line: 20)
    #expect(try rate.told() == ["warning \(rule) 20"])
    #expect(try good.replacing("best", with: "high", line: 19).told(rule) == ["warning 18"])
  }

  @Test("tell a variant that is there twice")
  func twice() throws {
    let text = try good.replacing(
      "BANDWIDTH=6000000,AVERAGE-BANDWIDTH=5", with: "BANDWIDTH=9000000,AVERAGE-BANDWIDTH=8"
    )
    .replacing("high", with: "best")
    #expect(try text.told("hlspack-variant-twice") == ["warning 18"])
    #expect(try good.told("hlspack-variant-twice") == [])
  }

  @Test("tell a first variant that is far from 2000 kbit/s where a nearer one is there")
  func first() throws {
    let rule = "apple-authoring-1.32-default-variant"
    func variants(_ rates: Int...) -> [String] { rates.map { "BANDWIDTH=\($0)000,RESOLUTION=2x1" } }
    #expect(try told(rule, variants(400, 2_000)) == ["info 2"])
    #expect(try told(rule, variants(9_000, 3_000)) == ["info 2"])
    #expect(try told(rule, variants(1_000, 2_000)) == [])
    #expect(try told(rule, variants(400, 800)) == [])
  }

  @Test("tell missing protection of the path to the screen only where a key system protects")
  func protection() throws {
    let rule = "apple-authoring-13.5-hdcp-level"
    let variants = ["BANDWIDTH=1,RESOLUTION=3840x2160,HDCP-LEVEL=TYPE-0", "BANDWIDTH=1,RESOLUTION=1280x720"]
    let key = #"#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://1""#
    #expect(try told(rule, variants) == [])
    #expect(try told(rule, variants, more: [key]) == [])
    let system = key + #",KEYFORMAT="com.apple.streamingkeydelivery""#
    #expect(try told(rule, variants, more: [system]) == ["warning 3", "warning 5"])
  }

  @Test("tell stable identifiers of other characters, of two texts for one URI, or not everywhere")
  func stableIDs() throws {
    let form = "rfc8216bis-4.4.6.2-stable-id-form"
    #expect(try told(form, ["BANDWIDTH=1,STABLE-VARIANT-ID=\"aZ09+/=.-_\""]) == [])
    #expect(try told(form, ["BANDWIDTH=1,STABLE-VARIANT-ID=\"a b\""]) == ["error 2"])
    let one = try good.replacing("AUDIO=\"two\"", with: "STABLE-VARIANT-ID=\"a\",AUDIO=\"two\"", line: 18)
    let same = "rfc8216bis-4.4.6.2-stable-id-same"
    for (id, told) in [("a", []), ("b", ["error 20"])] {
      let two = try one.replacing("AUDIO", with: "STABLE-VARIANT-ID=\"\(id)\",AUDIO", line: 20)
      #expect(try two.told(same) == told)
    }
    let everywhere = "apple-authoring-downloads-stable-ids"
    let some = ["BANDWIDTH=1", "BANDWIDTH=2,STABLE-VARIANT-ID=\"a\""]
    #expect(try told(everywhere, some) == ["error 2"])
    #expect(try told(everywhere, ["BANDWIDTH=1,STABLE-VARIANT-ID=\"b\"", some[1]]) == [])
  }

  @Test("tell pathways that nothing is on, or that differ")
  func pathways() throws {
    let steering = #"#EXT-X-CONTENT-STEERING:SERVER-URI="/s",PATHWAY-ID="A""#
    func variant(_ path: String, _ id: String, _ group: String) -> String {
      #"BANDWIDTH=1,PATHWAY-ID="\#(path)",STABLE-VARIANT-ID="\#(id)",AUDIO="\#(group)""#
    }
    func media(_ group: String, _ name: String) -> String {
      #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="\#(group)",NAME="\#(name)",LANGUAGE="en",URI="\#(group)""#
    }
    let used = "rfc8216bis-4.4.6.6-pathway-used"
    #expect(try told(used, [variant("A", "1", "a")], more: [steering]) == [])
    #expect(try told(used, [variant("B", "1", "a")], more: [steering]) == ["error 2"])
    let id = "apple-authoring-9.18-pathway-id"
    #expect(try told(id, ["BANDWIDTH=1"], more: [steering]) == ["warning 2"])
    #expect(try told(id, [variant("B", "1", "a")], more: [steering]) == [])
    let stable = "rfc8216bis-4.4.6.6-stable-ids-on-pathways"
    #expect(try told(stable, [variant("A", "1", "a"), variant("B", "1", "b")]) == [])
    #expect(try told(stable, [variant("A", "1", "a"), variant("B", "2", "b")]) == ["warning 4"])
    let groups = "rfc8216bis-4.4.6.6-groups-on-pathways"
    let both = [variant("A", "1", "a"), variant("B", "1", "b")]
    #expect(try told(groups, both, more: [media("a", "E"), media("b", "E")]) == [])
    #expect(try told(groups, both, more: [media("a", "E"), media("b", "F")]) == ["warning 6"])
  }

  @Test("tell keys and data that are there twice, and names of data that are none")
  func session() throws {
    let key = #"#EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="k",KEYFORMAT="identity""#
    let keys = "rfc8216bis-4.4.6.5-session-key-twice"
    let variant = ["BANDWIDTH=1"]
    #expect(try told(keys, variant, more: [key, key.replacing("\"k\"", with: "\"l\"")]) == [])
    let spelt = key.replacing(",KEYFORMAT=\"identity\"", with: ",KEYFORMATVERSIONS=\"1\"")
    #expect(try told(keys, variant, more: [key, spelt]) == ["error 3"])
    let data = #"#EXT-X-SESSION-DATA:DATA-ID="a.b",VALUE="v""#
    let twice = "rfc8216bis-4.4.6.4-session-data-twice"
    #expect(try told(twice, variant, more: [data, data + ",LANGUAGE=\"en\""]) == [])
    #expect(try told(twice, variant, more: [data, data]) == ["error 3"])
    let name = "rfc8216bis-4.4.6.4-data-id-name"
    let plain = data.replacing("a.b", with: "title")
    #expect(try told(name, variant, more: [data, plain]) == ["info 3"])
  }
}
