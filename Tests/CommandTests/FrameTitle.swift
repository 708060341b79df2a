import Support

/// Titles of 8 s, 25 frames a second and an I-frame each second, with an I-frame playlist that ffmpeg can read.
enum FrameTitle: CaseIterable, Sendable {
  /// One file, a fragment for each frame, so that the range of an I-frame is a whole fragment; segments of 2 s.
  case fragments
  /// Segments of 2 s; the tables before the first frame of each segment are the initialization section.
  case transportStream

  func make(in folder: TemporaryFolder) async throws {
    try folder.write(
      """
      #EXTM3U
      #EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=160x90,CODECS="avc1.42c00b"
      video.m3u8
      #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,RESOLUTION=160x90,CODECS="avc1.42c00b",URI="frames.m3u8"

      """, to: "master.m3u8")
    switch self {
    case .fragments: try await makeFragments(in: folder)
    case .transportStream: try await makeTransportStream(in: folder)
    }
  }

  private func encode(_ output: [String], in folder: TemporaryFolder) async throws {
    try await Tools.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x90:rate=25:duration=8", "-pix_fmt",
        "yuv420p",
        "-c:v", "libx264", "-profile:v", "baseline", "-g", "25", "-keyint_min", "25", "-sc_threshold", "0",
        "-bitexact",
      ] + output, in: folder.path)
  }

  private static let head = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"
  private static let framesHead = head + "#EXT-X-I-FRAMES-ONLY\n"

  private func makeFragments(in folder: TemporaryFolder) async throws {
    try await encode(
      ["-movflags", "+frag_every_frame+empty_moov+default_base_moof", "-f", "mp4", "film.mp4"], in: folder)
    let bytes = try folder.read("film.mp4")
    let starts = Self.boxes(bytes).filter { $0.type == "moof" }.map(\.start)
    let end = Self.boxes(bytes).first { $0.type == "mfra" }?.start ?? bytes.count
    func range(_ first: Int, _ count: Int) -> String {
      let stop = first + count < starts.count ? starts[first + count] : end
      return "#EXT-X-BYTERANGE:\(stop - starts[first])@\(starts[first])\nfilm.mp4\n"
    }
    let map = "#EXT-X-MAP:URI=\"film.mp4\",BYTERANGE=\"\(starts[0])@0\"\n"
    let segments = (0..<4).map { "#EXTINF:2,\n" + range($0 * 50, 50) }
    let frames = (0..<8).map { "#EXTINF:1,\n" + range($0 * 25, 1) }
    try folder.write(Self.head + map + segments.joined() + "#EXT-X-ENDLIST\n", to: "video.m3u8")
    try folder.write(Self.framesHead + map + frames.joined() + "#EXT-X-ENDLIST\n", to: "frames.m3u8")
  }

  /// The boxes of the outermost level.
  private static func boxes(_ bytes: [UInt8]) -> [(type: String, start: Int)] {
    var boxes: [(type: String, start: Int)] = []
    var at = 0
    while at + 8 <= bytes.count {
      boxes.append((String(decoding: bytes[at + 4..<at + 8], as: UTF8.self), at))
      let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8 else { break }
      at += size
    }
    return boxes
  }

  private func makeTransportStream(in folder: TemporaryFolder) async throws {
    try await encode(
      [
        "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-hls_segment_filename", "s%d.ts",
        "video.m3u8",
      ], in: folder)
    var frames = Self.framesHead
    for segment in 0..<4 {
      let bytes = try folder.read("s\(segment).ts")
      let starts = Self.units(bytes)
      // Behind the service description, the association table and the map table of ffmpeg.
      frames += "#EXT-X-MAP:URI=\"s\(segment).ts\",BYTERANGE=\"\(starts[0])@0\"\n"
      for frame in [0, 25] {
        let end = frame + 1 < starts.count ? starts[frame + 1] : bytes.count
        frames += "#EXTINF:1,\n#EXT-X-BYTERANGE:\(end - starts[frame])@\(starts[frame])\ns\(segment).ts\n"
      }
    }
    try folder.write(frames + "#EXT-X-ENDLIST\n", to: "frames.m3u8")
  }

  /// Where each picture of the only elementary stream begins.
  private static func units(_ bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count - 187, by: 188).filter { at in
      let identifier = Int(bytes[at + 1] & 0x1F) << 8 | Int(bytes[at + 2])
      return bytes[at + 1] & 0x40 != 0 && identifier == 0x100
    }
  }
}
