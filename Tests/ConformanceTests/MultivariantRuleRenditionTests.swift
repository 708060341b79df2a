import Conformance
import Testing

@Suite("Rules on renditions")
struct MultivariantRuleRenditionTests {
  private let good = MultivariantRuleSource()

  @Test("find one thing where the good playlist is broken at one point", arguments: cases + attributeCases)
  func renditions(_ example: MultivariantRuleCase) throws { try example.check() }

  private static let cases: [MultivariantRuleCase] = [
    .init(14, "SUBTITLES=\"sub\"", "SUBTITLES=\"two\"", "error rfc8216bis-4.4.6.2-group-defined 14"),
    .init(14, "CAPTIONS=\"cc\"", "CAPTIONS=\"dd\"", "error rfc8216bis-4.4.6.2-group-defined 14"),
    .init(22, "URI", "VIDEO=\"v\",URI", "error rfc8216bis-4.4.6.2-group-defined 22"),
    .init(
      20, "AUDIO=\"six\"", "AUDIO=\"two\"", "warning hlspack-group-used 7",
      "warning hlspack-variant-uri-attributes 20"),
    .init(10, "NAME=\"Forced\"", "NAME=\"SDH\"", "error rfc8216bis-4.4.6.1.1-name-unique 10"),
    .init(10, "FORCED", "DEFAULT=YES,FORCED"),
    .init(11, "DEFAULT=YES", "DEFAULT=YES,AUTOSELECT=NO", "error rfc8216bis-4.4.6.1-default-autoselect 11"),
    .init(11, "DEFAULT=YES", "DEFAULT=NO,AUTOSELECT=NO"),
    .init(7, "NAME=\"English\"", "NAME=\"Other\"", "error rfc8216bis-4.4.6.1.1-groups-equal 7"),
    .init(7, "LANGUAGE=\"en\"", "LANGUAGE=\"fr\"", "error rfc8216bis-4.4.6.1.1-groups-equal 7"),
    .init(7, "LANGUAGE=\"en\"", "LANGUAGE=\"EN\""),
    .init(7, "DEFAULT=YES", "DEFAULT=NO", "error rfc8216bis-4.4.6.1.1-groups-equal 7"),
    .init(7, "CHANNELS", "SAMPLE-RATE=48000,BIT-DEPTH=16,CHANNELS"),
    .init(
      6, "CHARACTERISTICS=\"\(MultivariantRuleSource.picture)\",", "",
      "warning rfc8216bis-4.4.6.1-autoselect-distinct 6", "error rfc8216bis-4.4.6.1.1-groups-equal 8"),
    .init(
      8, "#EXT-X-MEDIA", "#EXT-X-MEDIUM", "error rfc8216bis-4.4.6.1.1-groups-equal 7",
      "info rfc8216bis-6.3.1-unknown-tag 8"),
  ]

  private static let attributeCases: [MultivariantRuleCase] = [
    .init(9, "AUTOSELECT", "CHANNELS=\"2\",AUTOSELECT", "error rfc8216bis-4.4.6.1-attribute-of-type 9"),
    .init(11, "INSTREAM", "FORCED=NO,INSTREAM", "error rfc8216bis-4.4.6.1-attribute-of-type 11"),
    .init(11, "\"CC1\"", "\"CC4\""),
    .init(11, "\"CC1\"", "\"SERVICE63\""),
    .init(11, "\"CC1\"", "\"CC5\"", "error rfc8216bis-4.4.6.1-instream-id 11"),
    .init(11, "\"CC1\"", "\"SERVICE01\"", "error rfc8216bis-4.4.6.1-instream-id 11"),
    .init(11, "\"CC1\"", "\"1\"", "error rfc8216bis-4.4.6.1-instream-id 11"),
    .init(9, "URI", "INSTREAM-ID=\"a.1\",URI"),
    .init(9, "URI", "INSTREAM-ID=\"a-1\",URI", "error rfc8216bis-4.4.6.1-instream-id 9"),
    .init(9, "LANGUAGE=\"en\",", "", "error apple-authoring-8.10-language 9"),
    .init(9, "\"en\"", "\"en_US\"", "error rfc8216bis-4.4.6.1-language-form 9"),
    .init(9, "\"en\"", "\"eng\"", "warning rfc8216bis-4.4.6.1-language-shortest 9"),
    .init(9, "\"en\"", "\"ger-DE\"", "warning rfc8216bis-4.4.6.1-language-shortest 9"),
    .init(9, "\"en\"", "\"English\"", "warning rfc8216bis-4.4.6.1-language-shortest 9"),
    .init(9, "\"en\"", "\"und\""),
    .init(9, "\"en\"", "\"yue-Hant\",ASSOC-LANGUAGE=\"zh\""),
    .init(3, "\"en\"", "\"e\"", "error rfc8216bis-4.4.6.1-language-form 3"),
    .init(
      9, "\(MultivariantRuleSource.speech),", "", "warning apple-authoring-4.5-sdh-characteristics 9"),
    .init(9, "AUTOSELECT=YES,", "", "error apple-authoring-4.6-sdh-autoselect 9"),
    .init(10, "AUTOSELECT=YES,", "", "warning apple-authoring-5.11-forced-autoselect 10"),
    .init(7, ",CHANNELS=\"6\"", "", "warning rfc8216bis-4.4.6.1-channels-present 7"),
    .init(7, "\"6\"", "\"16/JOC\""),
    .init(7, "\"6\"", "\"2/-/BINAURAL,BED-2/later\""),
    .init(7, "\"6\"", "\"5.1\"", "error rfc8216bis-4.4.6.1-channels-form 7"),
    .init(7, "\"6\"", "\"0\"", "error rfc8216bis-4.4.6.1-channels-form 7"),
    .init(7, "\"6\"", "\"6/\"", "error rfc8216bis-4.4.6.1-channels-form 7"),
    .init(7, "\"6\"", "\"6/joc\"", "error rfc8216bis-4.4.6.1-channels-form 7"),
  ]

  @Test("tell a group that many streams name and none defines once")
  func undefined() throws {
    let found = try good.replacing("SUBTITLES=\"sub\"", with: "SUBTITLES=\"nil\"").findings()
    #expect(found.map(\.rule) == ["rfc8216bis-4.4.6.2-group-defined", "hlspack-group-used"])
    #expect(found.first?.line == 12)
    #expect(found.first?.message.hasSuffix("(5 streams name it)") == true)
  }

  @Test("tell a second default of a group, and sound for the blind that nothing turns on")
  func defaults() throws {
    let two = try good.replacing("AUTOSELECT=YES,CHAR", with: "DEFAULT=YES,AUTOSELECT=YES,CHAR", line: 6)
      .replacing("AUTOSELECT=YES,CHAR", with: "DEFAULT=YES,AUTOSELECT=YES,CHAR", line: 8)
    let rule = "error rfc8216bis-4.4.6.1.1-one-default"
    #expect(try two.told() == [rule + " 6", rule + " 8"])
    let silent = try good.replacing("AUTOSELECT=YES,CHAR", with: "CHAR", line: 6)
      .replacing("AUTOSELECT=YES,CHAR", with: "CHAR", line: 8)
    let description = "error apple-authoring-2.13-description-autoselect"
    #expect(try silent.told() == [description + " 6", description + " 8"])
  }

  @Test("tell a missing count of channels where others of the name and codec differ")
  func channels() throws {
    func told(_ codec: String) throws -> [String] {
      let groups = [("a", ",CHANNELS=\"2\""), ("b", ",CHANNELS=\"6\""), ("c", "")]
      let media = groups.map {
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\($0.0)\",NAME=\"E\",LANGUAGE=\"en\"\($0.1),URI=\"\($0.0)\""
      }
      let variants = groups.map { "BANDWIDTH=1,CODECS=\"\($0.0 == "c" ? codec : "ec-3")\",AUDIO=\"\($0.0)\"" }
      return try MultivariantRuleSource(variants: variants, more: media)
        .told("rfc8216bis-4.4.6.1-channels-required")
    }
    #expect(try told("ec-3") == ["error 4"])
    #expect(try told("mp4a.40.2") == [])
  }

  @Test("tell closed captions that are absent from some variants only")
  func captions() throws {
    let rule = "rfc8216bis-4.4.6.2-closed-captions-none"
    let some = ["BANDWIDTH=1,CLOSED-CAPTIONS=NONE", "BANDWIDTH=2", "BANDWIDTH=3,CLOSED-CAPTIONS=\"c\""]
    #expect(try MultivariantRuleSource(variants: some).told(rule) == ["error 4", "error 6"])
    #expect(try MultivariantRuleSource(variants: [some[0], some[0]]).told(rule) == [])
    #expect(try MultivariantRuleSource(variants: [some[1], some[2]]).told(rule) == [])
  }

  @Test(
    "know the grammar of language tags",
    arguments: [
      ("en", true), ("pt-BR", true), ("zh-Hant-TW", true), ("es-419", true), ("zh-cmn-Hans-CN", true),
      ("sl-rozaj-biske", true), ("de-CH-1901", true), ("en-a-bbb-x-a-ccc", true), ("x-whatever", true),
      ("i-klingon", true), ("en-GB-oed", true), ("qaa", true), ("sgn-BE-FR", true),
      ("de-DE-u-co-phonebk", true),
      ("-", false), ("en-", false), ("en--US", false), ("en_US", false), ("e", false),
      ("en US", false), ("123", false), ("de-419-DE", false), ("a-DE", false), ("en-a", false),
      ("en-a-b-cc", false), ("ar-a-x", false), ("abcdefghi", false), ("fran\u{E7}ais", false), ("x", false),
    ])
  func grammar(_ tag: String, _ isWellFormed: Bool) throws {
    let text = try good.replacing("LANGUAGE=\"en\"", with: "LANGUAGE=\"\(tag)\"", line: 9)
    let found = try text.told("rfc8216bis-4.4.6.1-language-form")
    #expect(found == (isWellFormed ? [] : ["error 9"]))
  }
}
