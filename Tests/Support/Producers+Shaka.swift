/// Titles that Shaka Packager makes.
extension Producers {
  /// The description of one stream: where it comes from, how it is called, and what else is said of it.
  private static func stream(_ source: String, _ selector: String, _ fields: String...) -> String {
    " " + (["in=\(source)", "stream=\(selector)"] + fields).joined(separator: ",")
  }

  private static let sound = "hls_group_id=sound"
  private static let common =
    "--segment_duration 4 --hls_master_playlist_output master.m3u8 --hls_playlist_type VOD"

  /// The fields of a stream in fragmented MP4, one file a segment.
  private static func fragments(_ name: String) -> String {
    "init_segment=\(name)/init.mp4,segment_template=\(name)/$Number$.m4s,playlist_name=\(name).m3u8"
  }

  private static func text(of source: SourceMedia) -> [String] {
    [("en", "English"), ("fr", "French")].map { language, name in
      stream(
        source.subtitles(language), "text",
        "segment_template=text-\(language)/$Number$.vtt,playlist_name=text-\(language).m3u8",
        "hls_group_id=text", "hls_name=\(name)", "language=\(language)")
    }
  }

  static func makeShakaFragmentedMP4(in folder: TitleFolder) async throws {
    let source = try await sourceMedia()
    try await folder.packager(
      [
        stream(source.film, "0", fragments("high"), "iframe_playlist_name=high-iframes.m3u8"),
        stream(source.film, "1", fragments("low"), "iframe_playlist_name=low-iframes.m3u8"),
        stream(source.film, "2", fragments("english"), sound, "hls_name=English", "language=en"),
        stream(source.film, "3", fragments("french"), sound, "hls_name=French", "language=fr"),
      ] + text(of: source) + [common])
  }

  /// The packager lists each picture once for each group of sound.
  static func makeShakaTwoCodecs(in folder: TitleFolder) async throws {
    let source = try await sourceMedia()
    try await folder.ffmpeg(["-i", " \(source.film)", "-map 0:a -c:a ac3 -b:a 96k dolby.mp4"])
    let dolby = folder.path("dolby.mp4")
    func sound(_ film: String, _ place: String, _ group: String, _ language: String, _ name: String) -> String
    {
      stream(
        film, place, fragments("\(group)-\(language)"), "hls_group_id=\(group)", "hls_name=\(name)",
        "language=\(language)")
    }
    try await folder.packager(
      [
        stream(source.film, "0", fragments("high"), "iframe_playlist_name=high-iframes.m3u8"),
        stream(source.film, "1", fragments("low"), "iframe_playlist_name=low-iframes.m3u8"),
        sound(source.film, "2", "aac", "en", "English"), sound(source.film, "3", "aac", "fr", "French"),
        sound(dolby, "0", "ac3", "en", "English"), sound(dolby, "1", "ac3", "fr", "French"),
      ] + text(of: source) + [common])
    try folder.remove("dolby.mp4")
  }

  static func makeShakaTransportStreams(in folder: TitleFolder) async throws {
    let source = try await sourceMedia()
    func pieces(_ name: String, _ suffix: String) -> String {
      "segment_template=\(name)-$Number$.\(suffix),playlist_name=\(name).m3u8"
    }
    try await folder.packager([
      stream(source.film, "0", pieces("high", "ts"), "iframe_playlist_name=high-iframes.m3u8"),
      stream(source.film, "1", pieces("low", "ts"), "iframe_playlist_name=low-iframes.m3u8"),
      stream(source.film, "2", pieces("english", "aac"), sound, "hls_name=English", "language=en"),
      stream(source.film, "3", pieces("french", "aac"), sound, "hls_name=French", "language=fr"),
      common,
    ])
  }

  static func makeShakaSingleFile(in folder: TitleFolder) async throws {
    let source = try await sourceMedia()
    func pieces(_ name: String) -> String { "output=\(name).mp4,playlist_name=\(name).m3u8" }
    try await folder.packager([
      stream(source.film, "0", pieces("high"), "iframe_playlist_name=high-iframes.m3u8"),
      stream(source.film, "1", pieces("low"), "iframe_playlist_name=low-iframes.m3u8"),
      stream(source.film, "2", pieces("english"), sound, "hls_name=English", "language=en"),
      stream(source.film, "3", pieces("french"), sound, "hls_name=French", "language=fr"),
      common,
    ])
  }
}
