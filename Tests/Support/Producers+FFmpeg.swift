import Files

/// Titles that ffmpeg's own HLS muxer makes.
extension Producers {
  /// Two variants and two audio renditions of the source, without encoding anew.
  static func variants(of source: SourceMedia, seconds: Int = 4, options: String) -> [String] {
    let map =
      "v:0,agroup:sound,name:high v:1,agroup:sound,name:low"
      + " a:0,agroup:sound,language:en,name:english,default:yes a:1,agroup:sound,language:fr,name:french"
    return [
      "-i", " \(source.film)",
      "-map 0 -c copy -f hls -hls_time \(seconds) -hls_playlist_type vod -master_pl_name master.m3u8",
      options, "-var_stream_map", " \(map)", "%v/index.m3u8",
    ]
  }

  static func makeTransportStreams(in folder: TitleFolder) async throws {
    try await folder.ffmpeg(
      variants(
        of: sourceMedia(),
        options: "-hls_flags independent_segments+program_date_time -hls_segment_filename %v/%d.ts"))
  }

  static func makeFragmentedMP4(in folder: TitleFolder) async throws {
    try await folder.ffmpeg(
      variants(
        of: sourceMedia(),
        options: """
          -hls_flags independent_segments -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4
          -hls_segment_filename %v/%d.m4s
          """))
  }

  static func makeByteRanges(in folder: TitleFolder) async throws {
    try await folder.ffmpeg(
      variants(
        of: sourceMedia(), options: "-hls_flags independent_segments+single_file -hls_segment_type fmp4"))
  }

  static func makeMuxed(in folder: TitleFolder) async throws {
    try await folder.ffmpeg([
      "-i", " \(sourceMedia().film)",
      "-map 0:v:0 -map 0:a:0 -c copy -f hls -hls_time 4 -hls_playlist_type vod -hls_segment_filename %d.ts",
      "index.m3u8",
    ])
  }

  /// The script that also makes the demo's title and the sample.
  static func makeSubtitles(in folder: TitleFolder) async throws {
    _ = try Tools.require("ffmpeg")
    let script = FilePath.join(Repository.sampleFolder, "make-title.sh")
    try await Tools.run("bash", [script, folder.path, "12"])
  }
}
