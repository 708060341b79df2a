/// Titles that Shaka Packager makes.
extension Producers {
  /// The description of one stream: where it comes from, how it is called, and what else is said of it.
  private static func stream(_ source: String, _ selector: String, _ fields: String...) -> String {
    " " + (["in=\(source)", "stream=\(selector)"] + fields).joined(separator: ",")
  }

  private static let sound = "hls_group_id=sound"
  private static let common =
    "--segment_duration 4 --hls_master_playlist_output master.m3u8 --hls_playlist_type VOD"

  static func makeShakaFragmentedMP4(in folder: TitleFolder) async throws {
    let source = try await sourceMedia()
    func pieces(_ name: String) -> String {
      "init_segment=\(name)/init.mp4,segment_template=\(name)/$Number$.m4s,playlist_name=\(name).m3u8"
    }
    func text(_ name: String) -> String {
      "segment_template=\(name)/$Number$.vtt,playlist_name=\(name).m3u8,hls_group_id=text"
    }
    try await folder.packager([
      stream(source.film, "0", pieces("high"), "iframe_playlist_name=high-iframes.m3u8"),
      stream(source.film, "1", pieces("low"), "iframe_playlist_name=low-iframes.m3u8"),
      stream(source.film, "2", pieces("english"), sound, "hls_name=English", "language=en"),
      stream(source.film, "3", pieces("french"), sound, "hls_name=French", "language=fr"),
      stream(source.subtitles("en"), "text", text("text-en"), "hls_name=English", "language=en"),
      stream(source.subtitles("fr"), "text", text("text-fr"), "hls_name=French", "language=fr"),
      common,
    ])
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
