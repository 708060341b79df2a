import Support
import Synchronization

/// A title of handmade segments with two variants, two languages of sound and of subtitles, whose origin can change.
final class ChangingTitle: Sendable {
  let origin: FaultOrigin
  private let box: Box
  private let original: [String: FaultOrigin.Response]

  private final class Box: Sendable {
    let routes: Mutex<[String: FaultOrigin.Response]>
    init(_ routes: [String: FaultOrigin.Response]) { self.routes = Mutex(routes) }
  }

  static let multivariant = """
    #EXTM3U
    #EXT-X-VERSION:6
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="en.m3u8"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud",NAME="French",LANGUAGE="fr",AUTOSELECT=YES,URI="fr.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="sen.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub",NAME="French",LANGUAGE="fr",AUTOSELECT=YES,URI="sfr.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=200000,RESOLUTION=320x180,AUDIO="aud",SUBTITLES="sub"
    high.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=160x90,AUDIO="aud",SUBTITLES="sub"
    low.m3u8

    """

  /// - Parameters:
  ///   - segments: of each stream but subtitles, which have one.
  ///   - folder: beneath which it stands.
  init(segments: Int = 4, folder: String = "/film") throws {
    var routes: [String: FaultOrigin.Response] = ["\(folder)/master.m3u8": .text(Self.multivariant)]
    for (stream, name) in ["high", "low", "en", "fr"].enumerated() {
      routes["\(folder)/\(name).m3u8"] = .text(Self.playlist(name, segments))
      for number in 0..<segments {
        routes["\(folder)/\(name)\(number).ts"] = .file(TinyTitle.segment(stream * 50 + number))
      }
    }
    for name in ["sen", "sfr"] {
      routes["\(folder)/\(name).m3u8"] = .text(
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:16\n#EXT-X-PLAYLIST-TYPE:VOD\n"
          + "#EXTINF:\(segments * 4).0,\n\(name).vtt\n#EXT-X-ENDLIST\n")
      routes["\(folder)/\(name).vtt"] = .file(
        Array("WEBVTT\n\n00:01.000 --> 00:02.000\n\(name)\n".utf8), type: "text/vtt")
    }
    let box = Box(routes)
    self.box = box
    original = routes
    origin = try FaultOrigin.start { request in
      box.routes.withLock { $0[request.path] } ?? .status(404)
    }
  }

  /// The playlist of a stream; names that other ones stand for have another resource.
  static func playlist(
    _ name: String, _ segments: Int, duration: Double = 4, replacing other: [Int: String] = [:]
  ) -> String {
    var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
    for number in 0..<segments { text += "#EXTINF:\(duration),\n\(other[number] ?? "\(name)\(number).ts")\n" }
    return text + "#EXT-X-ENDLIST\n"
  }

  func set(_ path: String, _ response: FaultOrigin.Response) {
    box.routes.withLock { $0[path] = response }
  }

  /// Takes all changes back.
  func reset() { box.routes.withLock { $0 = original } }

  var url: String { origin.url("/film/master.m3u8") }

  /// Paths that were asked for since a request, by how often.
  func paths(since number: Int) -> [String: Int] {
    origin.requests.dropFirst(number).reduce(into: [:]) { $0[$1.path, default: 0] += 1 }
  }
}
