import Support
import Testing

/// What was chosen is what a person can choose from offline: in Chromium's own player and in hls.js.
@Suite("Tracks that players list", .serialized)
struct TrackListTests {
  /// What a bundle was packed with, by language.
  private struct Tracks {
    var audio: [String]
    var subtitles: [String]

    var isEmpty: Bool { audio.isEmpty && subtitles.isEmpty }

    /// The words of `hlspack build` that choose it by its languages.
    var words: [String] {
      words(audio: audio.joined(separator: ","), subtitles: subtitles.joined(separator: ","))
    }

    /// The same by the word for everything, with I-frame playlists where there are any: players pass over them.
    var wordsForAll: [String] { words(audio: "all", subtitles: "all") + ["--trick-play"] }

    private func words(audio sound: String, subtitles text: String) -> [String] {
      ["--video", "all"] + (audio.isEmpty ? [] : ["--audio", sound])
        + (subtitles.isEmpty ? [] : ["--subtitles", text])
    }
  }

  /// Of every recipe a bundle, and where there is a choice of tracks a second; one browser plays them all.
  @Test("all or one language each: exactly that is listed, and it plays")
  func listed() async throws {
    let folder = try TemporaryFolder("tracks")
    var bundles: [String] = []
    var expected: [Tracks] = []
    for recipe in Recipe.allCases {
      let title = try await Producers.title(recipe)
      let all = Tracks(audio: recipe.audioLanguages, subtitles: recipe.subtitleLanguages)
      bundles.append(try await pack(title, all.wordsForAll, as: "\(recipe.rawValue)-all", in: folder))
      expected.append(all)
      if all.isEmpty { continue }
      let few = Tracks(
        audio: all.audio.filter { $0 == "fr" }, subtitles: all.subtitles.filter { $0 == "en" })
      bundles.append(try await pack(title, few.words, as: "\(recipe.rawValue)-few", in: folder))
      expected.append(few)
    }
    #expect(bundles.count == 22)
    for ((bundle, tracks), players) in zip(zip(bundles, expected), try await Players.browser(bundles)) {
      try check(players, tracks, bundle)
    }
  }

  /// AAC alone and both play in the browser. Debian's Chromium has no AC-3: of both it takes the lines with AAC,
  /// and with AC-3 alone there is nothing that it could play, which it says. Other players play all three.
  @Test("AAC and AC-3 groups, packed with either or both, play wherever the sound can be decoded")
  func twoCodecs() async throws {
    let folder = try TemporaryFolder("tracks")
    let title = try await Producers.title(.shakaTwoCodecs)
    let tracks = Tracks(audio: ["en", "fr"], subtitles: ["en", "fr"])
    var bundles: [String] = []
    for (name, rule, codecs) in [
      ("aac", "all,codec=aac", ["aac"]), ("dolby", "all,codec=ac3", ["ac3"]),
      ("both", "all", ["aac", "ac3"]),
    ] {
      let words = ["--video", rule, "--audio", "all", "--subtitles", "all"]
      let bundle = try await pack(title, words, as: name, in: folder)
      bundles.append(bundle)
      let streamer = try await Players.gstreamer("\(bundle)/index.m3u8")
      #expect(streamer.ended, "GStreamer: \(name): \(streamer.error)")
      let sound = try await Players.packets(of: "\(bundle)/index.m3u8", by: .newer).streams
        .filter { $0.kind == "audio" }
      #expect(Set(sound.map(\.codec)) == Set(codecs), "\(name): \(sound)")
      #expect(Set(sound.map(\.language)) == ["en", "fr"], "\(name): \(sound)")
      #expect(sound.allSatisfy { $0.packets > 300 }, "\(name): \(sound)")
    }
    let players = try await Players.browser(bundles)
    try check(players[0], tracks, bundles[0])
    try check(players[2], tracks, bundles[2])
    let native = try #require(players[1][.native])
    #expect(!native.ended && native.error.hasPrefix("4 "), "\(native)")
    let library = try #require(players[1][.library])
    #expect(!library.ended && library.error.hasPrefix("manifestIncompatibleCodecsError"), "\(library)")
    #expect(library.error.contains("ac-3"), "\(library)")
    #expect(native.foreignRequests + library.foreignRequests == [])
  }

  /// - Returns: the bundle's path.
  private func pack(
    _ title: Title, _ words: [String], as name: String, in folder: TemporaryFolder
  ) async throws -> String {
    let run = try await Program.run(
      ["build", "-q", "-o", "\(name).movpkg"] + words + [title.path], in: folder)
    try #require(run.code == 0, "\(words): \(run.errors)")
    return folder.path("\(name).movpkg")
  }

  private func check(
    _ players: [BrowserPlayer: Players.BrowserPlayback], _ tracks: Tracks, _ bundle: String
  ) throws {
    for (player, playback) in players {
      #expect(
        playback.ended && playback.error.isEmpty,
        "\(player): \(bundle): \(playback.error) after \(playback.played) s")
      #expect(
        playback.duration > 11.5 && playback.played > playback.duration - 0.5,
        "\(player): \(bundle): \(playback)")
      #expect(playback.foreignRequests == [])
    }
    let native = try #require(players[.native])
    let library = try #require(players[.library])
    // What Chromium adds where the playlist has no default is of no language.
    let heard = native.audio.filter { !$0.language.isEmpty }
    #expect(heard.map(\.language) == tracks.audio, "native: \(bundle): \(native.audio)")
    #expect(library.audio == heard, "hls.js: \(bundle): \(library.audio)")
    #expect(native.subtitles == [], "native: \(bundle): it lists subtitles now: hold it to them")
    #expect(library.subtitles.map(\.language) == tracks.subtitles, "hls.js: \(bundle): \(library.subtitles)")
    for track in library.subtitles {
      let word = track.language == "fr" ? "Ligne" : "Line"
      #expect(track.cues == (1...6).map { "\(word) \($0)" }, "hls.js: \(bundle): \(track)")
    }
  }
}
