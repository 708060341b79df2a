import Foundation

/// What ffprobe counted in one stream.
package struct StreamPackets: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// `video`, `audio`, `subtitle`.
  package let kind: String
  /// ffmpeg's name of the codec: `h264`, `aac`.
  package let codec: String
  /// `320x180`; empty for what is not a picture.
  package let size: String
  /// The language, as ffmpeg has it from the playlist; empty where it has none.
  package let language: String
  package let packets: Int

  package var description: String {
    [kind, codec, size, language, "\(packets) packets"].filter { !$0.isEmpty }.joined(separator: " ")
  }

  package static func < (one: StreamPackets, other: StreamPackets) -> Bool {
    (one.kind, one.codec, one.size, one.language, one.packets)
      < (other.kind, other.codec, other.size, other.language, other.packets)
  }
}

extension Players {
  package struct PacketCount: Sendable {
    /// Sorted, since the order of streams says nothing: equal lists mean equal titles.
    package let streams: [StreamPackets]
    package let network: Network

    /// The packets of all streams of a kind, each stream's by itself.
    package func packets(of kind: String) -> [Int] {
      streams.filter { $0.kind == kind }.map(\.packets)
    }
  }

  /// Packets of every stream of every variant and rendition, counted by ffprobe.
  ///
  /// Its exit code says nothing: a missing segment is not an error to it. The number does.
  package static func packets(of location: String, by build: FFmpeg = .system) async throws -> PacketCount {
    let seclusion = try await Seclusion.fitting(location)
    let (tool, arguments) = try seclusion.wrapped(
      build.ffprobe,
      [
        "-v", "error", "-count_packets", "-of", "json", "-show_entries",
        "stream=codec_type,codec_name,width,height,nb_read_packets:stream_tags=language", location,
      ])
    let output = try await Tools.run(tool, arguments)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let report = try decoder.decode(ProbeReport.self, from: Data(output))
    return PacketCount(streams: report.streams.map(\.counted).sorted(), network: seclusion.network)
  }

  package struct DecodedFrames: Sendable {
    /// The MD5 of each decoded picture, in order of presentation.
    package let digests: [String]
    package let network: Network
  }

  /// Every decoded picture of the first video stream. Equal for equal pictures, whatever the container.
  package static func frames(of location: String, by build: FFmpeg = .system) async throws -> DecodedFrames {
    let seclusion = try await Seclusion.fitting(location)
    let (tool, arguments) = try seclusion.wrapped(
      build.ffmpeg,
      [
        "-nostdin", "-v", "error", "-i", location, "-map", "0:v:0", "-fps_mode", "passthrough", "-f",
        "framemd5", "-",
      ])
    let lines = String(decoding: try await Tools.run(tool, arguments), as: UTF8.self).split(separator: "\n")
    let digests = lines.filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last?.trimmingCharacters(in: .whitespaces) }
    return DecodedFrames(digests: digests, network: seclusion.network)
  }
}

/// ffprobe's JSON, as far as it is used, its names in camel case.
private struct ProbeReport: Decodable {
  struct Stream: Decodable {
    let codecType: String?
    let codecName: String?
    let width: Int?
    let height: Int?
    let nbReadPackets: String?
    let tags: [String: String]?

    var counted: StreamPackets {
      StreamPackets(
        kind: codecType ?? "", codec: codecName ?? "",
        size: width.flatMap { width in height.map { "\(width)x\($0)" } } ?? "",
        language: tags?["language"] ?? "", packets: nbReadPackets.flatMap { Int($0) } ?? 0)
    }
  }

  let streams: [Stream]
}
