import Files

/// What the recipes cut up: encoded once, since encoding is what takes time.
extension Producers {
  /// One MP4 with two pictures (320x180, 160x90) and two sounds (English, French), and two WebVTT files.
  struct SourceMedia {
    let folder: String
    var film: String { FilePath.join(folder, "film.mp4") }
    /// The film's high picture and English sound, without B-frames: it joins another encode with no hole.
    var plain: String { FilePath.join(folder, "plain.mp4") }
    /// Another picture with its sound, encoded otherwise: 4 s, H.264 Baseline at 320x180.
    var insert: String { FilePath.join(folder, "insert.mp4") }
    func subtitles(_ language: String) -> String { FilePath.join(folder, "\(language).vtt") }
  }

  static func sourceMedia() async throws -> SourceMedia {
    let folder = try await cached("sources") { making in
      try await making.ffmpeg([
        """
        -f lavfi -i testsrc2=size=320x180:rate=25:duration=12
        -f lavfi -i testsrc2=size=160x90:rate=25:duration=12
        -f lavfi -i sine=frequency=440:sample_rate=48000:duration=12
        -f lavfi -i sine=frequency=660:sample_rate=48000:duration=12
        -map 0 -map 1 -map 2 -map 3
        -c:v libx264 -preset veryfast -threads 1 -pix_fmt yuv420p -g 50 -keyint_min 50 -sc_threshold 0
        -b:v:0 160k -b:v:1 60k -c:a aac -b:a 48k -ac 2
        -metadata:s:a:0 language=eng -metadata:s:a:1 language=fra film.mp4
        """
      ])
      try await making.ffmpeg([
        """
        -f lavfi -i testsrc2=size=320x180:rate=25:duration=12
        -f lavfi -i sine=frequency=440:sample_rate=48000:duration=12
        -c:v libx264 -bf 0 -preset veryfast -threads 1 -pix_fmt yuv420p
        -g 50 -keyint_min 50 -sc_threshold 0 -b:v 160k -c:a aac -b:a 48k -ac 2 plain.mp4
        """
      ])
      try await making.ffmpeg([
        """
        -f lavfi -i smptebars=size=320x180:rate=25:duration=4
        -f lavfi -i sine=frequency=880:sample_rate=48000:duration=4
        -c:v libx264 -profile:v baseline -preset veryfast -threads 1 -pix_fmt yuv420p
        -g 50 -keyint_min 50 -sc_threshold 0 -b:v 60k -c:a aac -b:a 32k -ac 2 insert.mp4
        """
      ])
      try making.write(cues("Line"), to: "en.vtt")
      try making.write(cues("Ligne"), to: "fr.vtt")
    }
    return SourceMedia(folder: folder)
  }

  /// Six cues of 1.7 s, one every two seconds; every second one crosses the end of a segment.
  private static func cues(_ word: String) -> [String] {
    ["WEBVTT"]
      + (0..<6).flatMap { number in
        let start = number * 2
        return [
          "", "00:00:\(twoDigits(start)).500 --> 00:00:\(twoDigits(start + 2)).200", "\(word) \(number + 1)",
        ]
      }
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
