import Support

/// A title of a few handmade segments, for what does not need real media.
struct TinyTitle {
  static let packets = 50

  /// MPEG-TS packets of padding, told apart by the segment's number.
  static func segment(_ number: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<packets {
      bytes += [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 184)
    }
    return bytes
  }

  static func playlist(_ count: Int, before: String = "") -> String {
    var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n" + before
    for number in 0..<count { text += "#EXTINF:4.0,\nseg\(number).ts\n" }
    return text + "#EXT-X-ENDLIST\n"
  }

  static let multivariant = """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=100000
    video.m3u8

    """

  /// Responses of a whole title of `count` segments; some may be replaced.
  static func routes(
    _ count: Int, replacing other: [String: FaultOrigin.Response] = [:], before: String = ""
  ) -> [String: FaultOrigin.Response] {
    var routes: [String: FaultOrigin.Response] = [
      "/film/master.m3u8": .text(multivariant), "/film/video.m3u8": .text(playlist(count, before: before)),
    ]
    for number in 0..<count { routes["/film/seg\(number).ts"] = .file(segment(number)) }
    return routes.merging(other) { $1 }
  }
}
