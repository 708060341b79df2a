import Conformance
import Testing

@Suite("Rules on date ranges")
struct MediaPlaylistRuleDateRangeTests {
  private typealias Source = MediaPlaylistRuleSource

  private static let start = #"START-DATE="2026-01-01T00:00:10.000Z""#

  /// A playlist with EXT-X-DATERANGE of these attributes, in lines 8 and following; each has the ID "a" unless it
  /// has one.
  private func source(_ ranges: [String], isEnded: Bool = true) -> Source {
    let lines = ranges.map { "#EXT-X-DATERANGE:" + ($0.hasPrefix("ID=") ? "" : "ID=\"a\",") + $0 }
    return Source(
      lines: ["#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z", "#EXTINF:6.0,", "0.ts"] + lines,
      type: isEnded ? "VOD" : "EVENT", isEnded: isEnded)
  }

  private func told(_ ranges: String..., isEnded: Bool = true) throws -> [String] {
    try source(ranges, isEnded: isEnded).told()
  }

  @Test("find nothing in good ones")
  func good() throws {
    #expect(
      try told(Self.start + #",END-DATE="2026-01-01T00:00:40.000Z",DURATION=30.0,X-COM-EXAMPLE-A="b""#) == [])
    #expect(
      try told(Self.start + ",SCTE35-OUT=0xFC00,PLANNED-DURATION=30", #"DURATION=29.5,SCTE35-IN=0xFC01"#)
        == [])
    #expect(try told(Self.start + #",CLASS="c",END-ON-NEXT=YES,CUE="PRE,ONCE""#) == [])
  }

  @Test("find a range without START-DATE, and dates that are none")
  func dates() throws {
    #expect(try told("DURATION=1") == ["error 8 rfc8216bis-4.4.5.1-start-date"])
    #expect(try told(Self.start, "DURATION=1") == [])
    #expect(try told(#"START-DATE="today""#) == ["error 8 rfc8216bis-4.4.5.1-dates"])
    #expect(
      try told(Self.start + #",END-DATE="2026-13-01T00:00:00Z""#) == ["error 8 rfc8216bis-4.4.5.1-dates"])
  }

  @Test("find an end before the start, and one that DURATION does not make")
  func ends() throws {
    #expect(
      try told(Self.start + #",END-DATE="2026-01-01T00:00:09.999Z""#) == [
        "error 8 rfc8216bis-4.4.5.1-end-date"
      ])
    let rule = "error 8 rfc8216bis-4.4.5.1-duration"
    #expect(try told(Self.start + #",END-DATE="2026-01-01T00:00:40.000Z",DURATION=30.02"#) == [rule])
    #expect(try told(Self.start + ",DURATION=31", #"END-DATE="2026-01-01T00:00:40.000Z""#) == [rule])
    #expect(try told(Self.start + #",END-DATE="2026-01-01T00:00:40Z",DURATION=30.5"#) == [])
  }

  @Test("find END-ON-NEXT without CLASS or with an end")
  func endOnNext() throws {
    let rule = "error 8 rfc8216bis-4.4.5.1-end-on-next"
    #expect(try told(Self.start + ",END-ON-NEXT=YES") == [rule])
    #expect(try told(Self.start + #",CLASS="c",END-ON-NEXT=YES,DURATION=1"#) == [rule])
    #expect(try told(Self.start + #",END-ON-NEXT=YES"#, #"CLASS="c""#) == [])
  }

  @Test("find tags of one ID that disagree")
  func agree() throws {
    let rule = "error 9 rfc8216bis-4.4.5.1-same-id"
    #expect(try told(Self.start, #"START-DATE="2026-01-01T00:00:11.000Z""#) == [rule])
    #expect(try told(Self.start, #"START-DATE="2026-01-01T01:00:10+01:00""#) == [])
    #expect(try told(Self.start + #",X-A-B="1""#, #"X-A-B="2""#) == [rule])
    #expect(try told(Self.start + ",DURATION=1", "DURATION=1.0") == [])
    #expect(try told(Self.start, "DURATION=1", "DURATION=2") == ["error 10 rfc8216bis-4.4.5.1-same-id"])
  }

  @Test("find CUE with both PRE and POST, and unknown words")
  func cue() throws {
    #expect(try told(Self.start + #",CUE="POST,PRE""#) == ["error 8 rfc8216bis-4.4.5.1-cue"])
    #expect(try told(Self.start + #",CUE="MID""#) == ["info 8 rfc8216bis-4.4.5.1-cue-word"])
  }

  @Test("find ranges in a playlist without dates")
  func dated() throws {
    let source = try source([Self.start]).replacing(
      "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n", with: "")
    #expect(try source.told() == ["error 7 rfc8216bis-4.4.5.1-program-date-time"])
  }

  @Test("find names that are not formed from a domain")
  func names() throws {
    #expect(try told(Self.start + #",X-FOO="1""#) == ["info 8 rfc8216bis-4.4.5.1-attribute-name"])
  }

  @Test("find ranges of a CLASS with END-ON-NEXT that overlap")
  func overlap() throws {
    let first = #"ID="b",CLASS="c",START-DATE="2026-01-01T00:00:00.000Z",DURATION="#
    let next = #"ID="c",CLASS="c",END-ON-NEXT=YES,"# + Self.start
    #expect(try told(first + "12", next) == ["warning 9 rfc8216bis-4.4.5.1-class-overlap"])
    #expect(try told(first + "10", next) == [])
    #expect(try told(first + "12", #"ID="c",CLASS="c","# + Self.start) == [])
  }

  private static let ad =
    #"CLASS="com.apple.hls.interstitial",X-ASSET-URI="https://a.example/1.m3u8","# + start

  @Test("find interstitials without asset, or with a relative one")
  func assets() throws {
    #expect(try told(Self.ad) == [])
    #expect(
      try told(Self.ad.replacing("X-ASSET-URI", with: "X-B-C")) == ["error 8 rfc8216bis-d-interstitial-asset"]
    )
    #expect(try told(Self.ad + #",X-ASSET-LIST="l.json""#) == ["error 8 rfc8216bis-d-interstitial-asset"])
    #expect(try told(Self.ad.replacing("https://a.example/", with: "")) == ["error 8 rfc8216bis-d-asset-uri"])
    #expect(try told(Self.ad.replacing("X-ASSET-URI=\"https", with: "X-ASSET-LIST=\"/")) == [])
  }

  @Test(
    "find attributes of interstitials of other types or values",
    arguments: [
      ("X-RESUME-OFFSET=-1.5", nil), (#"X-RESUME-OFFSET="0""#, "warning 8 rfc8216bis-d-attribute-type"),
      ("X-PLAYOUT-LIMIT=15.0", nil), ("X-PLAYOUT-LIMIT=-1", "warning 8 rfc8216bis-d-attribute-type"),
      (#"X-SNAP="OUT,IN""#, nil), (#"X-SNAP="UP""#, "info 8 rfc8216bis-d-attribute-word"),
      (#"X-RESTRICT="SKIP,JUMP""#, nil), (#"X-RESTRICT="SKIP,RUN""#, "info 8 rfc8216bis-d-attribute-word"),
      (#"X-CONTENT-MAY-VARY="NO""#, nil), (#"X-CONTENT-MAY-VARY="no""#, "info 8 rfc8216bis-d-attribute-word"),
      (#"X-TIMELINE-OCCUPIES="RANGE""#, nil),
      (#"X-TIMELINE-STYLE="PLAIN""#, "info 8 rfc8216bis-d-attribute-word"),
      ("X-SKIP-CONTROL-OFFSET=5", nil),
      ("X-SKIP-CONTROL-OFFSET=5.5", "warning 8 rfc8216bis-d-attribute-type"),
      (#"X-SKIP-CONTROL-LABEL-ID="skip-ad""#, nil),
      (#"X-SKIP-CONTROL-LABEL-ID="skip ad""#, "info 8 rfc8216bis-d-attribute-word"),
    ])
  func attributes(_ attribute: String, _ fault: String?) throws {
    #expect(try told(Self.ad + "," + attribute) == (fault.map { [$0] } ?? []))
  }

  @Test("find ranges for preloading that lack something, or come too late")
  func preload() throws {
    let range =
      #"CLASS="com.apple.hls.preload",X-URI="u",X-TARGET-ID="i",X-TARGET-CLASS="c",DURATION=1,"# + Self.start
    let rule = "error 8 hlspack-preload-range"
    #expect(try told(range, isEnded: false) == [])
    #expect(try told(range) == ["info 8 hlspack-preload-after-end"])
    for attribute in [#"X-URI="u","#, #"X-TARGET-ID="i","#, #"X-TARGET-CLASS="c","#, "DURATION=1,"] {
      #expect(try told(range.replacing(attribute, with: ""), isEnded: false) == [rule], "\(attribute)")
    }
    #expect(try told(range + #",CUE="PRE""#, isEnded: false) == [rule])
  }

  @Test("find a risk of flashes that is no number from 0 to 100")
  func flashes() throws {
    let range = #"CLASS="com.apple.accessibility.video.strobing.general-flash","# + Self.start
    let rule = "warning 8 hlspack-flash-risk"
    #expect(try told(range) == [rule])
    #expect(try told(range + ",X-RISK-LEVEL=101") == [rule])
    #expect(try told(range + ",X-RISK-LEVEL=100") == [])
  }

  @Test("stay quick where all tags are of one ID")
  func size() throws {
    let ranges = (0..<10_000).map { #"X-A-\#($0)="1","# + Self.start }
    let source = source(ranges)
    let found = try source.findings()
    #expect(found == [])
  }
}
