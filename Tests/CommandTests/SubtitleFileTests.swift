import Files
import JSON
import Support
import Testing

/// `hlspack augment --add-subtitle-file` on real titles.
@Suite("Subtitles from files", .serialized, .timeLimit(.minutes(10)))
struct SubtitleFileTests {
  static let subRip = """
    1
    00:00:01,000 --> 00:00:02,500
    <i>Bonjour</i> & <font color="#ff0000">salut</font>

    2
    00:00:03,000 --> 00:00:04,000 X1:10 X2:20
    {\\an8}À trois secondes
    et une ligne

    """

  private func pack(
    _ recipe: Recipe, _ words: [String] = [], in folder: TemporaryFolder
  ) async throws {
    let title = try await Producers.title(recipe)
    let run = try await Program.run(["build", "-q", "-o", "f.movpkg"] + words + [title.path], in: folder)
    try #require(run.code == 0, "\(run.errors)")
  }

  private func add(_ words: [String], in folder: TemporaryFolder) async throws -> Program.Run {
    try await Program.run(["augment", "f.movpkg"] + words, in: folder)
  }

  @Test(
    "every line gets the subtitles, the bundle verifies, and lint finds no error",
    arguments: [
      (Recipe.transportStreams, []), (.fragmentedMP4, []), (.rotatedKeys, []), (.discontinuities, []),
      (.packedAudio, ["--video", "none"]), (.muxed, []),
      (.subtitles, ["--video", "all", "--subtitles", "fr"]),
      (.byteRanges, []),
    ] as [(Recipe, [String])])
  func recipes(_ recipe: Recipe, _ words: [String]) async throws {
    let folder = try TemporaryFolder("subtitles")
    try await pack(recipe, words, in: folder)
    let before = try tree("f.movpkg", folder)
    let wrong = try await errors(in: folder)
    try folder.write(Self.subRip, to: "film.srt")
    let run = try await add(["--add-subtitle-file", "pt-BR:sdh=film.srt"], in: folder)
    try #require(run.code == 0, "\(run.errors)")
    let index = try folder.text("f.movpkg/index.m3u8")
    for line in index.split(separator: "\n") where line.hasPrefix("#EXT-X-STREAM-INF") {
      #expect(line.contains("SUBTITLES=\""), "\(line)")
    }
    #expect(index.contains("LANGUAGE=\"pt-BR\"") && index.contains("transcribes-spoken-dialog"))
    let verified = try await Program.run(["verify", "f.movpkg"], in: folder)
    #expect(verified.code == 0, "\(verified.output)")
    #expect(try await Program.sumsFaults(in: folder.path("f.movpkg")) == [])
    #expect(try await errors(in: folder).isSubset(of: wrong))
    for (path, bytes) in before where path.contains("/") {
      #expect(try folder.read("f.movpkg/\(path)") == bytes)
    }
    // The same again is there; another file is refused; taken out, all is as it was.
    #expect(
      try await add(["--add-subtitle-file", "pt-BR:sdh=film.srt"], in: folder).output.contains("already"))
    try folder.write("1\n00:00:01,000 --> 00:00:02,000\nanders\n", to: "other.srt")
    let other = try await add(["--add-subtitle-file", "pt-BR:sdh=other.srt"], in: folder)
    #expect(other.code == 2 && other.errors.contains("hlspack remove"), "\(other.errors)")
    let removed = try await Program.run(["remove", "f.movpkg", "--subtitles", "pt-BR"], in: folder)
    #expect(removed.code == 0, "\(removed.errors)")
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    #expect(try files(in: folder.path("f.movpkg")).filter { $0 != "state.json" } == before.keys.sorted())
  }

  /// Rules that lint finds broken.
  private func errors(in folder: TemporaryFolder) async throws -> Set<String> {
    let run = try await Program.run(["lint", "--json", "f.movpkg/index.m3u8"], in: folder)
    return Set(
      try run.lines().filter { $0["severity"] == "error" }.compactMap { $0["rule"]?.text })
  }

  @Test("what is augmented and updated later keeps them")
  func kept() async throws {
    let folder = try TemporaryFolder("subtitles")
    try await pack(.subtitles, ["--video", "180p", "--audio", "en", "--subtitles", "none"], in: folder)
    try folder.write(Self.subRip, to: "film.srt")
    #expect(try await add(["--add-subtitle-file", "de:forced=film.srt"], in: folder).code == 0)
    #expect(try await add(["--add-audio", "fr", "--add-subtitles", "en"], in: folder).code == 0)
    let title = try await Producers.title(.subtitles)
    for words in [["--update"], ["--update", "--video", "90p", "--subtitles", "fr"]] {
      let run = try await Program.run(["build", "-o", "f.movpkg"] + words + [title.path], in: folder)
      #expect(run.code == 0, "\(run.errors)")
      let index = try folder.text("f.movpkg/index.m3u8")
      #expect(index.contains("LANGUAGE=\"de\"") && index.contains("FORCED=YES"), "\(words)")
      #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
    }
    #expect(try await Program.run(["remove", "f.movpkg", "--audio", "en"], in: folder).code == 0)
    #expect(try folder.text("f.movpkg/index.m3u8").contains("LANGUAGE=\"de\""))
    #expect(try await Program.run(["verify", "f.movpkg"], in: folder).code == 0)
  }

  @Test("what is no subtitles is one clear line, and changes nothing")
  func refused() async throws {
    let folder = try TemporaryFolder("subtitles")
    try await pack(.transportStreams, in: folder)
    let before = try tree("f.movpkg", folder)
    try folder.write("<html>", to: "page.srt")
    try folder.write("1\n00:00:0x,000 --> 00:00:02,000\nx\n", to: "bad.srt")
    try folder.write([0x81, 0x8D, 0x00], to: "bytes.srt")
    for (words, code, text) in [
      ("fr=page.srt", 5, "neither WebVTT nor SubRip"), ("fr=bad.srt", 5, "line 2"),
      ("fr=bytes.srt", 5, "Windows-1252"), ("fr=none.srt", 2, "none.srt"), ("f r=page.srt", 2, "language"),
      ("fr:loud=page.srt", 2, "sdh or forced"), ("page.srt", 2, "LANG=FILE"),
    ] as [(String, Int32, String)] {
      let run = try await add(["--add-subtitle-file", words], in: folder)
      #expect(run.code == code && run.errors.contains(text), "\(words): \(run.code) \(run.errors)")
    }
    #expect(try tree("f.movpkg", folder) == before)
  }

  @Test("a title of gaps that last longer than any is refused")
  func endless() async throws {
    let folder = try TemporaryFolder("subtitles")
    let gaps = String(repeating: "#EXT-X-GAP\n#EXTINF:999999999999,\ngap.ts\n", count: 120)
    let text = TinyTitle.playlist(1).replacing("#EXTINF:4.0", with: gaps + "#EXTINF:4.0")
    let origin = try FaultOrigin.routes(TinyTitle.routes(1, replacing: ["/film/video.m3u8": .text(text)]))
    defer { origin.stop() }
    let built = try await Program.run(
      ["build", "-q", "-o", "f.movpkg", origin.url("/film/video.m3u8")], in: folder)
    try #require(built.code == 0, "\(built.errors)")
    try folder.write(Self.subRip, to: "film.srt")
    let run = try await add(["--add-subtitle-file", "fr=film.srt"], in: folder)
    #expect(run.code == 2 && run.errors.contains("lasts more than 100 hours"), "\(run.code) \(run.errors)")
  }

  /// A title whose first picture is shown at a time, in seconds.
  private func title(at start: Double, in folder: TemporaryFolder) async throws -> String {
    let source = try await Producers.title(.muxed).path
    let name = "at\(Int(start * 10))"
    try folder.makeFolder(name)
    // The muxer begins 1.4 s behind the offset.
    try await Tools.run(
      "ffmpeg",
      [
        "-v", "error", "-i", source, "-c", "copy", "-output_ts_offset", "\(start - 1.4)", "-f", "hls",
        "-hls_time",
        "4", "-hls_playlist_type", "vod", "-hls_segment_filename", folder.path("\(name)/%d.ts"),
        folder.path("\(name)/index.m3u8"),
      ])
    return folder.path("\(name)/index.m3u8")
  }

  @Test("a cue shows at its time after the first picture, wherever the title's own times begin")
  func shownInTime() async throws {
    let folder = try TemporaryFolder("subtitles")
    try folder.write(
      "1\n00:00:03,000 --> 00:00:04,000\nthree\n\n2\n00:00:07,500 --> 00:00:08,000\nseven\n", to: "film.srt")
    var sources = [try await title(at: 1.4, in: folder), try await title(at: 10, in: folder)]
    for recipe in [Recipe.fragmentedMP4, .shakaFragmentedMP4, .rotatedKeys, .discontinuities] {
      sources.append(try await Producers.title(recipe).path)
    }
    var bundles: [String] = []
    for (number, source) in sources.enumerated() {
      let name = "\(number).movpkg"
      let words = ["build", "-q", "-o", name, "--subtitles", "none"]
      let built = try await Program.run(
        (source.contains("index.m3u8") && number < 2 ? Array(words.dropLast(2)) : words) + [source],
        in: folder)
      try #require(built.code == 0, "\(built.errors)")
      let run = try await Program.run(["augment", name, "--add-subtitle-file", "fr=film.srt"], in: folder)
      try #require(run.code == 0, "\(run.errors)")
      bundles.append(folder.path(name))
    }
    for (source, players) in zip(sources, try await Players.browser(bundles)) {
      let library = try #require(players[.library])
      #expect(library.ended, "\(source): \(library.error)")
      let track = try #require(
        library.subtitles.first { $0.language == "fr" }, "\(source): \(library.subtitles)")
      #expect(track.cues.prefix(2) == ["three", "seven"], "\(source): \(track.cues)")
      let starts = track.starts.prefix(2)
      #expect(zip(starts, [3, 7.5]).allSatisfy { abs($0 - $1) < 0.1 }, "\(source): \(track.starts)")
    }
  }
}
