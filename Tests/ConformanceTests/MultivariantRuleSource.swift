import Addresses
import Conformance
import Playlist

/// A multivariant playlist in which no rule finds anything, to be broken at one point.
struct MultivariantRuleSource {
  private(set) var text = """
    #EXTM3U
    #EXT-X-VERSION:5
    #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="Title",LANGUAGE="en"
    #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="two",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="en2"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="two",NAME="Described",LANGUAGE="en",AUTOSELECT=YES,CHARACTERISTICS="\(picture)",CHANNELS="2",URI="ad2"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="six",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="6",URI="en6"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="six",NAME="Described",LANGUAGE="en",AUTOSELECT=YES,CHARACTERISTICS="\(picture)",CHANNELS="6",URI="ad6"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="SDH",LANGUAGE="en",AUTOSELECT=YES,CHARACTERISTICS="\(speech),\(sound)",URI="sdh"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="Forced",LANGUAGE="fr",AUTOSELECT=YES,FORCED=YES,URI="forced"
    #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="English",LANGUAGE="en",DEFAULT=YES,INSTREAM-ID="CC1"
    #EXT-X-STREAM-INF:BANDWIDTH=2400000,AVERAGE-BANDWIDTH=2000000,\(avc),RESOLUTION=1280x720,\(groups)
    mid
    #EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=800000,\(avc),RESOLUTION=640x360,\(groups)
    low
    #EXT-X-STREAM-INF:BANDWIDTH=6000000,AVERAGE-BANDWIDTH=5000000,\(avc),RESOLUTION=1920x1080,\(groups)
    high
    #EXT-X-STREAM-INF:BANDWIDTH=9000000,AVERAGE-BANDWIDTH=8000000,\(avc),RESOLUTION=1920x1080,\(groups)
    best
    #EXT-X-STREAM-INF:BANDWIDTH=9300000,AVERAGE-BANDWIDTH=8300000,\(six),RESOLUTION=1920x1080,\(groups6)
    best
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.64001f",RESOLUTION=640x360,URI="frames"
    #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=20000,CODECS="jpeg",RESOLUTION=320x180,URI="images"

    """

  static let picture = "public.accessibility.describes-video"
  static let speech = "public.accessibility.transcribes-spoken-dialog"
  static let sound = "public.accessibility.describes-music-and-sound"
  private static let avc = #"CODECS="avc1.64001f,mp4a.40.2",FRAME-RATE=25.000"#
  private static let six = #"CODECS="avc1.64001f,ec-3",FRAME-RATE=25.000"#
  private static let groups = #"HDCP-LEVEL=TYPE-0,AUDIO="two",SUBTITLES="sub",CLOSED-CAPTIONS="cc""#
  private static let groups6 = #"HDCP-LEVEL=TYPE-0,AUDIO="six",SUBTITLES="sub",CLOSED-CAPTIONS="cc""#

  init() {}

  init(_ text: String) { self.text = text }

  /// A playlist of variants only, each line the attributes of one; its URI is "u" and the number of its line.
  init(variants: [String], more: [String] = []) {
    var lines = ["#EXTM3U"] + more
    for attributes in variants {
      lines += ["#EXT-X-STREAM-INF:" + attributes, "u\(lines.count + 1)"]
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Replaces a text in one line, counted from 1, which must have it.
  func replacing(_ old: String, with new: String, line: Int) throws -> MultivariantRuleSource {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.indices.contains(line - 1), lines[line - 1].contains(old) else { throw NotThere() }
    lines[line - 1] = lines[line - 1].replacing(old, with: new)
    return MultivariantRuleSource(lines.joined(separator: "\n"))
  }

  /// Replaces a text wherever it stands.
  func replacing(_ old: String, with new: String) throws -> MultivariantRuleSource {
    guard text.contains(old) else { throw NotThere() }
    return MultivariantRuleSource(text.replacing(old, with: new))
  }

  func findings(at address: String? = nil) throws -> [Finding] {
    let parsed = try PlaylistParser(name: "main.m3u8").parse(Array(text.utf8))
    guard case .multivariant(let playlist) = parsed else { throw NotThere() }
    return RuleBook.findings(
      in: MultivariantFacts(name: "main.m3u8", playlist: playlist, uri: try address.map { try URI($0) }))
  }

  /// What is found, as short texts: "error rfc8216bis-… 12".
  func told() throws -> [String] {
    try findings().sorted().map { "\($0.severity) \($0.rule) \($0.line ?? 0)" }
  }

  /// What one rule finds.
  func told(_ rule: String) throws -> [String] {
    try findings().filter { $0.rule == rule }.map { "\($0.severity) \($0.line ?? 0)" }
  }

  struct NotThere: Error {}
}
