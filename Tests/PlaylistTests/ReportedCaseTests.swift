import Addresses
import Playlist
import Testing

/// Inputs that people reported other programs to get wrong.
@Suite struct ReportedCaseTests {
  @Test("a second EXT-X-MAP after media is kept, with the discontinuity")
  func twoMaps() throws {
    let playlist = try media(
      head + """
        #EXT-X-MAP:URI="a.mp4"
        #EXTINF:6,
        1.m4s
        #EXT-X-DISCONTINUITY
        #EXT-X-MAP:URI="b.mp4"
        #EXTINF:6,
        2.m4s

        """ + end)
    #expect(playlist.initializations.map(\.uri) == ["a.mp4", "b.mp4"])
    #expect(playlist.initializations.map(\.firstSegment) == [0, 1])
    #expect(playlist.segments.map(\.initialization) == [0, 1])
    #expect(playlist.segments.map(\.isDiscontinuity) == [false, true])
    #expect(playlist.segments.map(\.discontinuitySequence) == [0, 1])
    #expect(playlist.segments.map(\.firstLine) == [5, 7])
  }

  @Test("every segment behind a discontinuity counts")
  func blocks() throws {
    let block =
      "#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"i.mp4\"\n" + String(repeating: "#EXTINF:6,\ns.m4s\n", count: 3)
    let playlist = try media(head + String(repeating: block, count: 10) + end)
    #expect(playlist.segments.count == 30)
    #expect(playlist.duration == 180)
    #expect(playlist.segments.last?.discontinuitySequence == 10)
  }

  @Test("a byte range without offset continues the one before of the same resource")
  func continuedRange() throws {
    let playlist = try media(
      head + "#EXTINF:6,\n#EXT-X-BYTERANGE:500@100\nv.ts\n#EXTINF:6,\n#EXT-X-BYTERANGE:400\nv.ts\n" + end)
    #expect(playlist.segments.map { $0.byteRange?.offset } == [100, 600])
    #expect(playlist.segments.map { $0.byteRange?.end } == [600, 1000])
  }

  @Test(
    "a byte range without offset after another resource, a whole one or nothing is refused",
    arguments: [
      "#EXTINF:6,\n#EXT-X-BYTERANGE:500@100\nu.ts\n", "#EXTINF:6,\nv.ts\n", "",
    ])
  func openRange(_ before: String) {
    let message = refusal(head + before + "#EXTINF:6,\n#EXT-X-BYTERANGE:400\nv.ts\n" + end)
    #expect(
      message?.hasSuffix(
        "EXT-X-BYTERANGE has no offset, and the segment before is no range of the same resource") == true)
  }

  @Test("an EXT-X-MAP without BYTERANGE is the whole resource, whatever range came before")
  func wholeMap() throws {
    let playlist = try media(
      head
        + "#EXTINF:6,\n#EXT-X-BYTERANGE:10@20\na.mp4\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"b.mp4\"\n#EXTINF:6,\nb1.m4s\n"
        + end)
    #expect(playlist.initializations[0].byteRange == nil)
    #expect(playlist.segments[1].byteRange == nil)
  }

  @Test("a new IV counts although the key's URI stays the same")
  func newIV() throws {
    let playlist = try media(
      head + """
        #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000001
        #EXTINF:6,
        1.ts
        #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x000000000000000000000000000000F2
        #EXTINF:6,
        2.ts

        """ + end)
    #expect(playlist.segments.map(\.keySet) == [0, 1])
    #expect(playlist.keySets.map { $0[0].iv?.last } == [0x01, 0xF2])
    #expect(playlist.keySets[1][0].iv?.count == 16)
  }

  @Test("METHOD=NONE after a discontinuity ends encryption")
  func noneEnds() throws {
    let playlist = try media(
      head
        + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:6,\n1.ts\n#EXT-X-DISCONTINUITY\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:6,\nad.ts\n"
        + end)
    #expect(playlist.segments.map(\.keySet) == [0, nil])
    #expect(playlist.keySets[0][0].iv == nil)
  }

  @Test("a key may be a data: address with an empty media type")
  func dataKey() throws {
    let playlist = try media(
      head
        + "#EXT-X-KEY:METHOD=AES-128,URI=\"data:;base64,AAECAwQFBgcICQoLDA0ODw==\",IV=0x01\n#EXTINF:6,\n1.ts\n"
        + end)
    #expect(playlist.keySets[0][0].uri == "data:;base64,AAECAwQFBgcICQoLDA0ODw==")
    #expect(playlist.keySets[0][0].iv == [UInt8](repeating: 0, count: 15) + [1])
    #expect(playlist.warnings.map(\.rule) == [.keyIV])
  }

  @Test("a clear EXT-X-MAP before the key stays clear, and the segment's implicit IV is its sequence number")
  func clearMap() throws {
    let playlist = try media(
      head
        + "#EXT-X-MEDIA-SEQUENCE:258\n#EXT-X-MAP:URI=\"i.mp4\"\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:6,\n1.m4s\n"
        + end)
    #expect(playlist.initializations[0].keySet == nil)
    #expect(playlist.segments[0].keySet == 0)
    let iv = Key.implicitIV(mediaSequence: playlist.segments[0].mediaSequence)
    #expect(iv == [UInt8](repeating: 0, count: 14) + [1, 2])
  }

  @Test("two subtitle renditions of one language are both there")
  func sameLanguage() throws {
    let playlist = try multivariant(
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",LANGUAGE="en",NAME="English",URI="1.m3u8"
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",LANGUAGE="en",NAME="English (SDH)",URI="2.m3u8",CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound"
      #EXT-X-STREAM-INF:BANDWIDTH=1,SUBTITLES="s"
      v.m3u8

      """)
    #expect(playlist.renditions.map(\.name) == ["English", "English (SDH)"])
    #expect(playlist.renditions[1].characteristics.count == 2)
  }

  @Test("audio without URI is a rendition, and a private language code stays as it is")
  func muxedAudio() throws {
    let playlist = try multivariant(
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",LANGUAGE="fra",NAME="fr",DEFAULT=YES
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",LANGUAGE="qaa",NAME="vo",URI="vo.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
      v.m3u8

      """)
    #expect(playlist.renditions.map(\.uri) == [nil, "vo.m3u8"])
    #expect(playlist.renditions.map(\.language) == ["fra", "qaa"])
    #expect(playlist.renditions.map(\.isDefault) == [true, false])
  }

  @Test("EXTINF without comma is a duration")
  func noComma() throws {
    let playlist = try media(head + "#EXTINF:5859\nall.vtt\n" + end)
    #expect(playlist.segments.map(\.duration) == [5859])
    #expect(playlist.warnings.map(\.rule) == [.extInfComma])
  }

  @Test("QUERYPARAM takes the decoded value from the address that answered")
  func queryParameter() throws {
    let text = head + "#EXT-X-DEFINE:QUERYPARAM=\"token\"\n#EXTINF:6,\n1.ts?t={$token}\n" + end
    #expect(try media(text, uri: "https://h/i.m3u8?token=a%2Bb").segments[0].uri == "1.ts?t=a+b")
    #expect(
      refusal(text)?.contains("QUERYPARAM asks for token, which the playlist's address does not give") == true
    )
    #expect(throws: PlaylistError.self) { try media(text, uri: "https://h/i.m3u8?token=") }
  }

  @Test("a byte order mark, CRLF and a missing final line end do no harm")
  func marks() throws {
    let text = "\u{FEFF}#EXTM3U\r\n#EXT-X-TARGETDURATION:6\r\n#EXTINF:6,\r\n1.ts\r\n#EXT-X-ENDLIST"
    let playlist = try media(text)
    #expect(playlist.segments.map(\.uri) == ["1.ts"])
    #expect(playlist.endList)
    #expect(playlist.warnings.map(\.rule) == [.byteOrderMark, .noFinalLineEnd])
  }

  @Test("a tag that is ignored does not make the next of its name a second one")
  func ignoredSingle() throws {
    let text = head + "#EXT-X-START:REQ-A=1\n#EXT-X-START:TIME-OFFSET=1\n#EXTINF:6,\n1.ts\n" + end
    #expect(try media(text).start?.timeOffset == 1)
  }

  @Test("VOD without EXT-X-ENDLIST is complete, EVENT without it is live")
  func completeness() throws {
    let vod = try media(head + "#EXTINF:6,\n1.ts\n")
    #expect(vod.isComplete && !vod.endList)
    #expect(vod.warnings.map(\.rule) == [.noEndList])
    let event = try media("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:6,\n1.ts\n")
    let error = #expect(throws: PlaylistError.self) { try event.requireComplete(named: "e.m3u8") }
    #expect(error?.kind == .live)
    #expect(error?.description == "e.m3u8: is an event that goes on: it has no EXT-X-ENDLIST")
    let live = try media("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n1.ts\n")
    #expect(!live.isComplete)
  }

  @Test("several keys before one segment apply at once, one for each KEYFORMAT")
  func severalKeys() throws {
    let playlist = try media(
      head + """
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:text/plain;base64,AA==",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
        #EXTINF:6,
        1.m4s
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://2",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"
        #EXTINF:6,
        2.m4s

        """ + end)
    #expect(
      playlist.keySets.map { $0.map(\.uri) } == [
        ["skd://1", "data:text/plain;base64,AA=="], ["skd://2", "data:text/plain;base64,AA=="],
      ])
  }
}
