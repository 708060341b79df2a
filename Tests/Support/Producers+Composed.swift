/// Titles whose playlists are written here around media that ffmpeg made.
extension Producers {
  /// A, then another encode, then A again: the initialization section changes twice.
  static func makeDiscontinuities(in folder: TitleFolder) async throws {
    let source = try await sourceMedia()
    for (name, film) in [("a", source.plain), ("b", source.insert)] {
      try await folder.ffmpeg([
        "-i", " \(film)", "-c copy -f hls -hls_time 4 -hls_playlist_type vod",
        "-hls_segment_type fmp4 -hls_fmp4_init_filename \(name).mp4 -hls_segment_filename \(name)%d.m4s",
        "\(name).m3u8",
      ])
    }
    let first = try segments(of: "a.m3u8", in: folder)
    let second = try segments(of: "b.m3u8", in: folder)
    try folder.write(
      [
        "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:5", "#EXT-X-MEDIA-SEQUENCE:40",
        "#EXT-X-DISCONTINUITY-SEQUENCE:3", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-MAP:URI=\"a.mp4\"",
      ] + first.prefix(2).joined() + ["#EXT-X-DISCONTINUITY", "#EXT-X-MAP:URI=\"b.mp4\""] + second.joined()
        + ["#EXT-X-DISCONTINUITY", "#EXT-X-MAP:URI=\"a.mp4\""] + first.dropFirst(2).joined()
        + ["#EXT-X-ENDLIST"],
      to: "index.m3u8")
    try folder.write(
      [
        "#EXTM3U", "#EXT-X-VERSION:7",
        "#EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS=\"avc1.64000c,mp4a.40.2\",RESOLUTION=320x180",
        "index.m3u8",
      ], to: "master.m3u8")
    try folder.remove("a.m3u8", "b.m3u8")
  }

  /// 11.9 s of sound in its elementary form, each file with the ID3 tag that says when it begins (RFC 8216, 3.4).
  ///
  /// `mpeg.m3u8` (MP3) stands beside, in no multivariant playlist: Chromium takes the codec by its name and then
  /// fails on the bytes.
  static func makePackedAudio(in folder: TitleFolder) async throws {
    try await makePacked("english", track: 0, codec: "copy", format: "adts", suffix: "aac", in: folder)
    try await makePacked("french", track: 1, codec: "copy", format: "adts", suffix: "aac", in: folder)
    try await makePacked(
      "mpeg", track: 0, codec: "libmp3lame -b:a 48k", format: "mp3", suffix: "mp3", in: folder)
    try await makePacked("dolby", track: 0, codec: "ac3 -b:a 96k", format: "ac3", suffix: "ac3", in: folder)
    let group = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\""
    try folder.write(
      [
        "#EXTM3U", "#EXT-X-VERSION:4",
        "\(group),LANGUAGE=\"en\",NAME=\"English\",DEFAULT=YES,AUTOSELECT=YES,URI=\"english.m3u8\"",
        "\(group),LANGUAGE=\"fr\",NAME=\"French\",AUTOSELECT=YES,URI=\"french.m3u8\"",
        "#EXT-X-STREAM-INF:BANDWIDTH=60000,CODECS=\"mp4a.40.2\",AUDIO=\"sound\"", "english.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=110000,CODECS=\"ac-3\"", "dolby.m3u8",
      ], to: "master.m3u8")
  }

  private static func makePacked(
    _ name: String, track: Int, codec: String, format: String, suffix: String, in folder: TitleFolder
  ) async throws {
    let bare = format == "mp3" ? "-segment_format_options write_xing=0:id3v2_version=0" : ""
    try await folder.ffmpeg([
      "-i", " \(sourceMedia().film)",
      "-t 11.9 -map 0:a:\(track) -c:a \(codec) -f segment -segment_time 4 -segment_format \(format) \(bare)",
      "-segment_list \(name).m3u8 -segment_list_type m3u8 \(name)-%d.\(suffix)",
    ])
    var start = 10.0
    for segment in try segments(of: "\(name).m3u8", in: folder) {
      let file = segment[1]
      try folder.write(timestampTag(UInt64(start * 90_000)) + folder.read(file), to: file)
      start += Double(segment[0].dropFirst("#EXTINF:".count).prefix { $0 != "," }) ?? 0
    }
  }

  /// An ID3 2.4 tag with the PRIV frame of Apple's that holds a timestamp of 90,000 a second.
  private static func timestampTag(_ time: UInt64) -> [UInt8] {
    let owner = Array("com.apple.streaming.transportStreamTimestamp\u{0}".utf8)
    let value = (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) }
    let size = UInt8(owner.count + value.count)
    let frame = Array("PRIV".utf8) + [0, 0, 0, size, 0, 0] + owner + value
    return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
  }

  /// The EXTINF line and the URI line of each segment of a playlist that ffmpeg wrote.
  private static func segments(of playlist: String, in folder: TitleFolder) throws -> [[String]] {
    let lines = try folder.lines(playlist)
    return lines.indices.filter { lines[$0].hasPrefix("#EXTINF:") && $0 + 1 < lines.count }
      .map { [lines[$0], lines[$0 + 1]] }
  }
}
