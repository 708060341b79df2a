import BundleStore
import JSON
import Playlist
import Testing

@Suite("Variants and renditions as records")
struct RecordTests {
  private static let text = """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en",ASSOC-LANGUAGE="de",DEFAULT=YES,\
    AUTOSELECT=YES,CHANNELS="16/JOC",CHARACTERISTICS="a.b,c.d",STABLE-RENDITION-ID="r1",URI="a/index.m3u8"
    #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="Captions",INSTREAM-ID="CC1"
    #EXT-X-STREAM-INF:BANDWIDTH=2500000,AVERAGE-BANDWIDTH=2000000,RESOLUTION=1280x720,FRAME-RATE=23.976,\
    CODECS="avc1.64001F,mp4a.40.2",SUPPLEMENTAL-CODECS="x",VIDEO-RANGE=SDR,SCORE=1.5,STABLE-VARIANT-ID="v1",\
    REQ-VIDEO-LAYOUT="CH-STEREO",PATHWAY-ID="P",AUDIO="aac",CLOSED-CAPTIONS="cc"
    v/index.m3u8?token=secret
    #EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE
    w.m3u8

    """

  private func playlist() throws -> MultivariantPlaylist {
    let parser = PlaylistParser(name: "master.m3u8", uri: nil)
    guard case .multivariant(let playlist) = try parser.parse(Array(Self.text.utf8)) else {
      throw NotMultivariant()
    }
    return playlist
  }

  struct NotMultivariant: Error {}

  @Test("a variant has every member that its line has, under the names of the output, and no others")
  func variants() throws {
    let variants = try playlist().variants
    let full = VariantRecord(variants[0], id: "v", uri: "https://cdn.example.com/v/index.m3u8?token=REDACTED")
    #expect(
      full.json == [
        "id": "v", "uri": "https://cdn.example.com/v/index.m3u8?token=REDACTED", "bandwidth": 2_500_000,
        "averageBandwidth": 2_000_000, "resolution": ["width": 1280, "height": 720], "frameRate": 23.976,
        "codecs": ["avc1.64001F", "mp4a.40.2"], "supplementalCodecs": "x", "videoRange": "SDR",
        "layout": "CH-STEREO", "score": 1.5, "stableID": "v1", "pathwayID": "P",
        "groups": ["audio": "aac", "closedCaptions": "cc"],
      ])
    let bare = VariantRecord(variants[1], id: "w")
    #expect(bare.json == ["id": "w", "uri": "w.m3u8", "bandwidth": 1])
  }

  @Test("a rendition has every member that its line has; one without URI has null")
  func renditions() throws {
    let renditions = try playlist().renditions
    #expect(
      RenditionRecord(renditions[0], id: SelectionIDs.rendition(renditions[0])).json == [
        "id": "audio:aac:en:English", "kind": "audio", "groupID": "aac", "name": "English", "language": "en",
        "assocLanguage": "de", "characteristics": ["a.b", "c.d"], "channels": "16/JOC", "default": true,
        "autoselect": true, "forced": false, "stableID": "r1", "uri": "a/index.m3u8",
      ])
    #expect(
      RenditionRecord(renditions[1], id: "cc").json == [
        "id": "cc", "kind": "closedCaptions", "groupID": "cc", "name": "Captions", "default": false,
        "autoselect": false, "forced": false, "instreamID": "CC1", "uri": nil,
      ])
  }
}
