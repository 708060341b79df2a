import Foundation

/// A media playlist of one picture whose media are encrypted, by ffmpeg and openssl or by Shaka Packager.
package enum Protection: String, CaseIterable, Sendable {
  /// ffmpeg: AES-128 over TS segments, one IV for all.
  case aesTransportStream = "aes-ts"
  /// ffmpeg and openssl: AES-128 over fragments and their initialization section.
  case aesFragments = "aes-fmp4"
  /// Shaka Packager: SAMPLE-AES (cbcs) in fragments, with a key of the format identity.
  case cbcsFragments = "cbcs-fmp4"
  /// Shaka Packager: SAMPLE-AES in TS, with a key of the format identity.
  case sampleAESTransportStream = "sample-aes-ts"
  /// Shaka Packager: SAMPLE-AES-CTR (cenc) in fragments, under Widevine and PlayReady at once.
  case cencFragments = "cenc-fmp4"
}

/// What one was made of.
package struct ProtectedTitle: Sendable {
  /// The folder that holds `index.m3u8`, the media and `key.bin`.
  package let folder: String
  package let key: [UInt8]
  /// The same picture in the clear.
  package let clear: String

  package var path: String { "\(folder)/index.m3u8" }
}

extension Producers {
  private static let protectionKey: [UInt8] = (0..<16).map { $0 * 17 }
  private static let vector = "0F1E2D3C4B5A69788796A5B4C3D2E1F0"
  /// Of the key, as packagers name it.
  package static let keyID = "ffeeddccbbaa99887766554433221100"

  package static func title(under protection: Protection) async throws -> ProtectedTitle {
    let source = try await sourceMedia()
    let folder = try await cached("protected-\(protection.rawValue)") { making in
      try making.write(protectionKey, to: "key.bin")
      switch protection {
      case .aesTransportStream: try await encryptTransportStream(source.film, in: making)
      case .aesFragments: try await encryptFragments(source.film, in: making)
      case .cbcsFragments: try await pack(source.film, "init_segment=init.mp4", "m4s", "cbcs", in: making)
      case .sampleAESTransportStream: try await pack(source.film, nil, "ts", "cbcs", in: making)
      case .cencFragments: try await pack(source.film, "init_segment=init.mp4", "m4s", "cenc", in: making)
      }
    }
    return ProtectedTitle(folder: folder, key: protectionKey, clear: source.film)
  }

  private static let cut = "-map 0:v:0 -c copy -f hls -hls_time 4 -hls_playlist_type vod"

  private static func encryptTransportStream(_ film: String, in folder: TitleFolder) async throws {
    try folder.write(["key.bin", "key.bin", vector], to: "info")
    try await folder.ffmpeg([
      "-i", " \(film)", "\(cut) -hls_key_info_file info -hls_segment_filename %d.ts index.m3u8",
    ])
    try folder.remove("info")
  }

  private static func encryptFragments(_ film: String, in folder: TitleFolder) async throws {
    try await folder.ffmpeg([
      "-i", " \(film)", "\(cut) -hls_segment_type fmp4 -hls_segment_filename %d.m4s index.m3u8",
    ])
    var lines = try folder.lines("index.m3u8")
    let map = lines.firstIndex { $0.hasPrefix("#EXT-X-MAP") } ?? lines.count
    lines.insert("#EXT-X-KEY:METHOD=AES-128,URI=\"key.bin\",IV=0x\(vector)", at: map)
    for file in ["init.mp4"] + lines.filter({ $0.hasSuffix(".m4s") }) {
      try FileManager.default.moveItem(atPath: folder.path(file), toPath: folder.path("clear"))
      try await Tools.run(
        "openssl",
        [
          "enc", "-aes-128-cbc", "-K", protectionKey.map { String(format: "%02x", $0) }.joined(), "-iv",
          vector,
          "-in", folder.path("clear"), "-out", folder.path(file),
        ])
      try folder.remove("clear")
    }
    try folder.write(lines, to: "index.m3u8")
  }

  /// - Parameters:
  ///   - section: the field that names the initialization section; nil for none.
  ///   - scheme: cbcs with a key of the format identity, or cenc with those of two systems.
  private static func pack(
    _ film: String, _ section: String?, _ suffix: String, _ scheme: String, in folder: TitleFolder
  ) async throws {
    let fields = ["in=\(film)", "stream=0"] + [section].compactMap(\.self)
    let systems =
      scheme == "cbcs"
      ? "--protection_systems CommonSystem --hls_key_uri key.bin" : "--protection_systems Widevine,PlayReady"
    try await folder.packager([
      " "
        + (fields + ["segment_template=$Number$.\(suffix)", "playlist_name=index.m3u8"]).joined(
          separator: ","),
      "--segment_duration 4 --hls_master_playlist_output master.m3u8 --hls_playlist_type VOD",
      "--enable_raw_key_encryption --clear_lead 0 --protection_scheme \(scheme) \(systems)",
      "--keys label=:key_id=\(keyID):key=\(protectionKey.map { String(format: "%02x", $0) }.joined())",
    ])
    try folder.remove("master.m3u8")
  }
}
