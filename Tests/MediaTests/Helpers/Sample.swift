import Foundation
import Synchronization
import Testing

/// Media made by ffmpeg when a test first asks for it, in a folder that goes when the process does.
enum Sample: String, CaseIterable {
  case avcAACStream
  case avcCroppedStream
  case hevcAC3Stream
  case avcEAC3Stream
  case latmStream
  case mp3Stream
  case avcAACFragments
  case hevcAC3Fragments
  case hevcTenBitFragments
  case av1OpusFragments
  case vp9FLACFragments
  case eac3Fragments
  case mp3Fragments
  case heAACLayoutFragments
  case encryptedFragments
  case timedTextFragments
  case progressive
  case adts
  case ac3
  case eac3
  case mp3
  case png
  case jpeg
  case gif
  case bmp
  case webp
  case avif

  private static let clip = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30000/1001:duration=1"]
  private static let pal = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=0.6"]
  private static let tone = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=1"]
  private static let x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
  private static let x265 = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"]
  private static let fragments = [
    "-movflags", "frag_keyframe+empty_moov+delay_moov+default_base_moof", "-f", "mp4",
  ]
  private static let still = ["-f", "lavfi", "-i", "testsrc2=size=98x54:rate=1:duration=1", "-frames:v", "1"]

  private var arguments: [String] {
    switch self {
    case .avcAACStream:
      Self.clip + Self.tone + Self.x264 + ["-profile:v", "high", "-x264-params", "cabac=1:8x8dct=1"]
        + ["-c:a", "aac", "-ac", "2", "-metadata:s:a:0", "language=fra", "-f", "mpegts"]
    case .avcCroppedStream:
      ["-f", "lavfi", "-i", "testsrc2=size=318x172:rate=50:duration=0.5"] + Self.x264
        + ["-flags", "+ildct+ilme", "-f", "mpegts"]
    case .hevcAC3Stream:
      Self.pal + Self.tone + Self.x265 + ["-pix_fmt", "yuv420p", "-c:a", "ac3", "-ac", "6", "-f", "mpegts"]
    case .avcEAC3Stream: Self.pal + Self.tone + Self.x264 + ["-c:a", "eac3", "-ac", "6", "-f", "mpegts"]
    case .latmStream: Self.tone + ["-c:a", "aac", "-ac", "2", "-mpegts_flags", "latm", "-f", "mpegts"]
    case .mp3Stream: Self.tone + ["-c:a", "libmp3lame", "-ar", "44100", "-f", "mpegts"]
    case .avcAACFragments:
      Self.clip + Self.tone + Self.x264 + [
        "-profile:v", "main", "-x264-params", "cabac=1", "-c:a", "aac", "-ac", "2", "-metadata:s:a:0",
        "language=deu",
      ]
        + Self.fragments
    case .hevcAC3Fragments:
      Self.pal + Self.tone + Self.x265 + ["-pix_fmt", "yuv420p", "-tag:v", "hvc1", "-c:a", "ac3", "-ac", "6"]
        + Self.fragments
    case .hevcTenBitFragments:
      Self.pal + Self.x265 + [
        "-pix_fmt", "yuv420p10le", "-color_trc", "smpte2084", "-colorspace", "bt2020nc",
      ]
        + ["-color_primaries", "bt2020", "-tag:v", "hev1"] + Self.fragments
    case .av1OpusFragments:
      ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=0.2"] + Self.tone
        + ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-pix_fmt", "yuv420p"]
        + ["-c:a", "libopus", "-ac", "2"] + Self.fragments
    case .vp9FLACFragments:
      ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=0.2"] + Self.tone
        + ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-pix_fmt", "yuv420p"]
        + ["-c:a", "flac", "-sample_fmt", "s16", "-strict", "-2"] + Self.fragments
    case .eac3Fragments: Self.tone + ["-c:a", "eac3", "-ac", "6"] + Self.fragments
    case .mp3Fragments: Self.tone + ["-c:a", "libmp3lame", "-ac", "2"] + Self.fragments
    case .heAACLayoutFragments: Self.tone + ["-c:a", "aac", "-ac", "6", "-ar", "44100"] + Self.fragments
    case .encryptedFragments:
      Self.pal + Self.tone + Self.x264 + ["-c:a", "aac", "-ac", "2"]
        + ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb"]
        + ["-encryption_kid", "a7e61c373e219033c21091fa607bf3b8"] + Self.fragments
    case .timedTextFragments: ["-i", "INPUT.srt", "-c:s", "ttml"] + ["-f", "mp4"]
    case .progressive:
      Self.clip + Self.tone + Self.x264 + ["-c:a", "aac", "-f", "mp4", "-movflags", "faststart"]
    case .adts: Self.tone + ["-c:a", "aac", "-ac", "2", "-f", "adts"]
    case .ac3: Self.tone + ["-c:a", "ac3", "-ac", "6", "-f", "ac3"]
    case .eac3: Self.tone + ["-c:a", "eac3", "-ac", "2", "-f", "eac3"]
    case .mp3:
      Self.tone + ["-c:a", "libmp3lame", "-ar", "44100", "-ac", "2", "-write_xing", "0", "-f", "mp3"]
    case .png: Self.still + ["-c:v", "png", "-f", "image2pipe"]
    case .jpeg: Self.still + ["-c:v", "mjpeg", "-f", "image2pipe", "-strict", "-1"]
    case .gif: Self.still + ["-f", "gif"]
    case .bmp: Self.still + ["-c:v", "bmp", "-f", "image2pipe"]
    case .webp: Self.still + ["-c:v", "libwebp", "-f", "webp"]
    case .avif: Self.still + ["-c:v", "libaom-av1", "-cpu-used", "8", "-f", "avif"]
    }
  }

  /// The path of the sample, made on the first call.
  func path() throws -> String {
    try Self.made.withLock { made in
      if let path = made[self] { return path }
      let folder = try TemporaryFolder.shared.get()
      let path = "\(folder)/\(rawValue)"
      let subtitles = "\(folder)/INPUT.srt"
      try Data("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8).write(to: URL(fileURLWithPath: subtitles))
      let inputs = arguments.map { $0 == "INPUT.srt" ? subtitles : $0 }
      _ = try Tool.run("ffmpeg", ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"] + inputs + [path])
      made[self] = path
      return path
    }
  }

  func bytes() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path())))
  }

  private static let made = Mutex<[Sample: String]>([:])
}

/// A folder for this process, removed at its end.
enum TemporaryFolder {
  static let shared: Result<String, any Error> = Result {
    let folder = NSTemporaryDirectory() + "/hlspack-media-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    atexit {
      // Only leaves a folder in the temporary place behind.
      if let folder = try? TemporaryFolder.shared.get() {
        try? FileManager.default.removeItem(atPath: folder)
      }
    }
    return folder
  }
}

/// A program of the test machine.
enum Tool {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static func run(_ name: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus == 127 {
      throw Failure(description: "\(name) is missing: run `make deps-test`")
    }
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(name) failed: \(String(decoding: complaint, as: UTF8.self))")
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// What ffprobe says of the streams of a file, one dictionary a stream.
func probe(_ sample: Sample) throws -> [[String: String]] {
  let text = try Tool.run(
    "ffprobe", ["-loglevel", "error", "-show_streams", "-of", "default", sample.path()])
  var streams: [[String: String]] = []
  for line in text.split(separator: "\n") {
    if line == "[STREAM]" {
      streams.append([:])
    } else if let equals = line.firstIndex(of: "="), !streams.isEmpty {
      let key = String(line[..<equals])
      if streams[streams.count - 1][key] == nil {
        streams[streams.count - 1][key] = String(line[line.index(after: equals)...])
      }
    }
  }
  // Streams of programs are listed twice.
  var seen: Set<String> = []
  return streams.filter { seen.insert($0["index"] ?? "").inserted }
}

/// A frame rate such as "30000/1001" as a number.
func rate(_ text: String?) -> Double? {
  let parts = (text ?? "").split(separator: "/").compactMap { Double($0) }
  return parts.count == 2 && parts[1] > 0 ? parts[0] / parts[1] : nil
}

func isClose(_ left: Double?, _ right: Double?) -> Bool {
  guard let left, let right else { return false }
  return abs(left - right) < 0.001 * max(1, abs(right))
}
